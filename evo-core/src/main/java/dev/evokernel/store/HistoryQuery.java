package dev.evokernel.store;

import java.sql.SQLException;
import java.util.List;

/** Collects the history of one run from all tables. */
final class HistoryQuery {

  private HistoryQuery() {}

  static RunHistory of(Transaction transaction, StoredRun run) throws SQLException {
    return of(transaction, run, CandidateTable.of(transaction, run.id()));
  }

  /** With some of the candidates. */
  static RunHistory of(Transaction transaction, StoredRun run, List<Candidate> candidates)
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
        InitialConfigurationTable.of(transaction, id),
        RunDeviceTable.of(transaction, id));
  }
}
