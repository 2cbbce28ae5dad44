package dev.evokernel.store.table;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.store.run.StoredBaseline;
import dev.evokernel.store.run.StoredBaseline.BaselineSession;
import dev.evokernel.store.run.Workload;
import dev.evokernel.store.sql.RecordColumns;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Table {@code baselines}: measurements in the finals of a run, or outside any run. */
public final class BaselineTable {

  /** Rows with the columns of a measurement that the table lacks. */
  private static final String ROWS =
      "SELECT *, name AS shape, NULL AS registers, NULL AS joules FROM baselines WHERE ";

  private BaselineTable() {}

  /**
   * Inserts baselines, in place of those of earlier sessions of the run.
   *
   * @param run null outside a run
   */
  public static void insert(
      Transaction transaction,
      @Nullable String run,
      BaselineSession session,
      List<Workload> workloads,
      List<BaselineReading> readings)
      throws SQLException {
    transaction.update("DELETE FROM baselines WHERE run = ?", run);
    for (BaselineReading reading : readings) {
      Workload workload =
          workloads.stream()
              .filter(known -> known.shape().name().equals(reading.shape()))
              .findFirst()
              .orElseThrow();
      SequencedMap<String, @Nullable Object> row = RecordColumns.row(session);
      row.put("run", run);
      row.putAll(RecordColumns.row(workload));
      row.put("baseline", reading.baseline());
      row.put("library", reading.library());
      if (reading.measurement().isPresent()) {
        row.putAll(CandidateTable.times(reading.measurement().get().samples()));
        var measured = RecordColumns.row(reading.measurement().get());
        measured.keySet().retainAll(Set.of("launches", "samples", "accuracy", "device_state"));
        row.putAll(measured);
      } else {
        row.put("refusal", reading.refusal());
      }
      transaction.insert("baselines", row);
    }
  }

  public static List<BaselineReading> of(Transaction transaction, String run) throws SQLException {
    return transaction.query(ROWS + "run = ? ORDER BY id", BaselineTable::reading, run);
  }

  /** Latest session first; within a session in the order of measurement. */
  public static List<StoredBaseline> of(Transaction transaction, String kernel, String deviceModel)
      throws SQLException {
    return transaction.query(
        ROWS + "kernel = ? AND device_model = ? ORDER BY measured DESC, id",
        row -> RecordColumns.read(StoredBaseline.class, row, Map.of("reading", reading(row))),
        kernel,
        deviceModel);
  }

  private static BaselineReading reading(Row row) throws SQLException {
    return row.isNull("refusal")
        ? BaselineReading.measured(
            row.text("baseline"),
            row.text("library"),
            RecordColumns.read(Measurement.class, row, Map.of()))
        : BaselineReading.refused(
            row.text("baseline"), row.text("name"), row.text("library"), row.text("refusal"));
  }
}
