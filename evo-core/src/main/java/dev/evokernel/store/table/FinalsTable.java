package dev.evokernel.store.table;

import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.PortfolioDecision;
import dev.evokernel.store.sql.RecordColumns;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Table {@code finals}, and the verdict in the row of the run. */
public final class FinalsTable {

  private FinalsTable() {}

  /** Replaces the finals of earlier sessions of the run. */
  public static void replace(Transaction transaction, String run, FinalsDecision finals)
      throws SQLException {
    transaction.update("DELETE FROM finals WHERE run = ?", run);
    int position = 0;
    for (FinalistMeasurement result : finals.results()) {
      var row = RecordColumns.row(result);
      row.remove("number");
      row.put("run", run);
      row.put("position", position++);
      row.put("candidate", CandidateTable.id(transaction, run, result.candidate()));
      row.putAll(CandidateTable.times(result.samples()));
      transaction.insert("finals", row);
    }
    RunTable.set(transaction, run, "verdict", StoredJson.of(finals.verdict(), finals.tied()));
    RunTable.set(transaction, run, "portfolio", finals.portfolio().map(StoredJson::of));
  }

  public static Optional<FinalsDecision> of(Transaction transaction, String run)
      throws SQLException {
    List<FinalistMeasurement> results =
        transaction.query(
            """
            SELECT f.*, c.number FROM finals f JOIN candidates c ON c.id = f.candidate
            WHERE f.run = ? ORDER BY f.position\
            """,
            RecordColumns.of(FinalistMeasurement.class),
            run);
    Optional<PortfolioDecision> portfolio =
        RunTable.optional(transaction, run, "portfolio", StoredJson::portfolio);
    return RunTable.optional(transaction, run, "verdict", StoredJson::verdict)
        .map(
            stored ->
                new FinalsDecision(results, stored.verdict(), stored.tiedFinalists(), portfolio));
  }
}
