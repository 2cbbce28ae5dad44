package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.store.StoredBaseline.BaselineSession;
import org.jspecify.annotations.Nullable;

/**
 * Tables {@code baselines}, {@code limits} and {@code figures}: what is measured in the finals of a
 * run, or outside any run.
 */
final class MeasuredTables {

  /** Rows with the columns of a measurement that the table lacks. */
  private static final String ROWS =
      "SELECT *, name AS shape, NULL AS registers, NULL AS joules FROM baselines WHERE ";

  private MeasuredTables() {}

  /** Inserts baselines, in place of those of earlier sessions of the run. */
  static void insert(
      Transaction transaction,
      @Nullable String run,
      BaselineSession session,
      List<Workload> workloads,
      List<BaselineReading> readings) {
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

  static List<BaselineReading> of(Transaction transaction, String run) {
    return transaction.query(ROWS + "run = ? ORDER BY id", MeasuredTables::reading, run);
  }

  /** Latest session first; within a session in the order of measurement. */
  static List<StoredBaseline> of(Transaction transaction, String kernel, String deviceModel) {
    return transaction.query(
        ROWS + "kernel = ? AND device_model = ? ORDER BY measured DESC, id",
        row -> RecordColumns.read(StoredBaseline.class, row, Map.of("reading", reading(row))),
        kernel,
        deviceModel);
  }

  private static BaselineReading reading(Row row) {
    return row.isNull("refusal")
        ? BaselineReading.measured(
            row.text("baseline"),
            row.text("library"),
            RecordColumns.read(Measurement.class, row, Map.of()))
        : BaselineReading.refused(
            row.text("baseline"), row.text("name"), row.text("library"), row.text("refusal"));
  }

  static void insert(Transaction transaction, MeasuredLimits limits) {
    transaction.insert("limits", RecordColumns.row(limits));
    long id = transaction.number("SELECT last_insert_rowid()");
    int position = 0;
    for (Figure figure : limits.figures()) {
      var row = RecordColumns.row(figure);
      row.put("limits", id);
      row.put("position", position++);
      transaction.insert("figures", row);
    }
  }

  /** Latest limits of a device model under one driver. */
  static Optional<MeasuredLimits> limits(
      Transaction transaction, String backend, DeviceIdentity device) {
    return transaction.first(
        "SELECT * FROM limits WHERE backend = ? AND device_model = ? AND driver = ?"
            + " ORDER BY measured DESC, id DESC LIMIT 1",
        row ->
            RecordColumns.read(
                MeasuredLimits.class,
                row,
                Map.of(
                    "figures",
                    transaction.query(
                        "SELECT * FROM figures WHERE limits = ? ORDER BY position",
                        RecordColumns.of(Figure.class),
                        row.whole("id")))),
        backend,
        device.model(),
        device.driver());
  }
}
