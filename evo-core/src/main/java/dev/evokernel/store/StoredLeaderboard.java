package dev.evokernel.store;

import java.util.List;

/** The finalists of all runs of a store, ranked. */
public final class StoredLeaderboard {

  private final Database database;

  StoredLeaderboard(Database database) {
    this.database = database;
  }

  /**
   * Ranked by p50 within each kernel, device model and shape; each configuration of a kernel's
   * source once.
   */
  public List<LeaderboardEntry> ranked(Filter filter) {
    return database.read(transaction -> LeaderboardQuery.ranked(transaction, filter, true));
  }

  /**
   * The champions of runs, and the defaults of runs without one. Ranked as on the leaderboard,
   * where the other finalists stand between them.
   *
   * @param kernel its name
   * @param deviceModel exactly
   */
  public List<LeaderboardEntry> decided(String kernel, String deviceModel) {
    return database.read(transaction -> LeaderboardQuery.decided(transaction, kernel, deviceModel));
  }

  /** All finalists of a kernel on a device model. */
  public List<LeaderboardEntry> finalists(String kernel, String deviceModel) {
    return database.read(
        transaction -> LeaderboardQuery.finalists(transaction, kernel, deviceModel));
  }
}
