package dev.evokernel.store;

import dev.evokernel.store.Database.Work;

/** A run that may go on while it is looked at; each look sees it as it is then. */
public final class LiveRun {

  private final Database database;
  private final Work<StoredRun> run;

  LiveRun(Database database, Work<StoredRun> run) {
    this.database = database;
    this.run = run;
  }

  /**
   * The evaluations from a candidate on.
   *
   * @param from a candidate's number
   */
  public TraceExcerpt trace(int from) {
    return database.read(transaction -> LiveQuery.trace(transaction, run.on(transaction), from));
  }

  /** What it does and did just now. */
  public RunActivity activity() {
    return database.read(transaction -> LiveQuery.activity(transaction, run.on(transaction)));
  }
}
