package dev.evokernel.store;

import java.sql.SQLException;
import java.util.List;

/** Collects the history of one run from all tables. */
final class HistoryQuery {

  private HistoryQuery() {}

  /** Candidates of the search that an overview has besides the notable ones. */
  private static final int BEST = 20;

  static RunHistory of(Transaction transaction, StoredRun run) throws SQLException {
    return of(transaction, run, CandidateTable.of(transaction, run.id()));
  }

  static RunOverview overview(Transaction transaction, StoredRun run) throws SQLException {
    String id = run.id();
    boolean all =
        run.run().objective().hasFront()
            || !InitialConfigurationTable.of(transaction, id).isEmpty();
    return new RunOverview(
        all
            ? of(transaction, run)
            : of(transaction, run, CandidateTable.notable(transaction, id, BEST)),
        CandidateTable.outcomes(transaction, id));
  }

  private static RunHistory of(Transaction transaction, StoredRun run, List<Candidate> candidates)
      throws SQLException {
    String id = run.id();
    return new RunHistory(
        run,
        candidates,
        FinalsTable.of(transaction, id),
        RecoveryCheckTable.of(transaction, id),
        new FlaggedCandidates(
            FlagTables.exclusions(transaction, id),
            FlagTables.driftChecks(transaction, id),
            FlagTables.suspects(transaction, id)),
        BaselineTable.of(transaction, id),
        LimitsTable.of(transaction, run.subject().backend(), run.provenance().device()),
        InitialConfigurationTable.of(transaction, id));
  }
}
