package dev.evokernel.store.table;

import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.PortfolioDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredDeviceState;
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
      Optional<SpeedUp> speedUp = result.speedUp();
      transaction.insert(
          """
          finals (run, position, candidate, role, shape, p50, p90, count, samples,
            joules, ratio, low, high, confidence, p_value, cliffs_delta, device_state, processes)\
          """,
          run,
          position++,
          CandidateTable.id(transaction, run, result.candidate()),
          result.role().label(),
          result.shape(),
          result.samples().p50(),
          result.samples().p90(),
          result.samples().count(),
          StoredJson.of(result.samples()),
          result.joules(),
          speedUp.map(SpeedUp::ratio),
          speedUp.map(SpeedUp::low),
          speedUp.map(SpeedUp::high),
          speedUp.map(SpeedUp::confidence),
          speedUp.map(SpeedUp::pValue),
          speedUp.map(SpeedUp::cliffsDelta),
          StoredDeviceState.of(result.device()),
          StoredJson.processes(result.byProcess()));
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
            FinalsTable::result,
            run);
    Optional<PortfolioDecision> portfolio =
        RunTable.optional(transaction, run, "portfolio", StoredJson::portfolio);
    return RunTable.optional(transaction, run, "verdict", StoredJson::verdict)
        .map(
            stored ->
                new FinalsDecision(results, stored.verdict(), stored.tiedFinalists(), portfolio));
  }

  private static FinalistMeasurement result(Row row) throws SQLException {
    return new FinalistMeasurement(
        row.integer("number"),
        Labelled.find(Role.class, row.text("role")).orElseThrow(),
        row.text("shape"),
        StoredJson.byProcess(row.text("samples"), row.optionalText("processes")),
        row.optionalReal("joules"),
        row.optionalReal("ratio").isPresent()
            ? Optional.of(
                new SpeedUp(
                    row.real("ratio"),
                    row.real("low"),
                    row.real("high"),
                    row.real("confidence"),
                    row.real("p_value"),
                    row.real("cliffs_delta")))
            : Optional.empty(),
        StoredDeviceState.of(row));
  }
}
