package dev.evokernel.store.table;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Samples;
import dev.evokernel.store.record.BaselineSession;
import dev.evokernel.store.run.StoredBaseline;
import dev.evokernel.store.run.Workload;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredDeviceState;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Table {@code baselines}: measurements in the finals of a run, or outside any run. */
public final class BaselineTable {

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
      Optional<Measurement> measured = reading.measurement();
      Optional<Samples> samples = measured.map(Measurement::samples);
      transaction.insert(
          """
          baselines (run, measured, kernel, backend, device_id, device_model, driver,
            host, evo_version, baseline, library, name, dimensions, flops, bytes, cache, refusal,
            p50, p90, count, launches, samples, accuracy, device_state)\
          """,
          run,
          session.when(),
          session.kernel(),
          session.backend(),
          session.device().id(),
          session.device().model(),
          session.device().driver(),
          session.host(),
          session.evoVersion(),
          reading.baseline(),
          reading.library(),
          reading.shape(),
          StoredJson.of(workload.shape()),
          workload.flops(),
          workload.bytes(),
          workload.shape().cache().label(),
          measured.isPresent() ? null : reading.refusal(),
          samples.map(Samples::p50),
          samples.map(Samples::p90),
          samples.map(Samples::count),
          measured.map(Measurement::launchesPerSample),
          samples.map(StoredJson::of),
          measured.map(Measurement::accuracy).map(StoredJson::ofAccuracy),
          measured.map(Measurement::device).flatMap(StoredDeviceState::of));
    }
  }

  public static List<BaselineReading> of(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM baselines WHERE run = ? ORDER BY id", BaselineTable::reading, run);
  }

  /** Latest session first; within a session in the order of measurement. */
  public static List<StoredBaseline> of(Transaction transaction, String kernel, String deviceModel)
      throws SQLException {
    return transaction.query(
        "SELECT * FROM baselines WHERE kernel = ? AND device_model = ? ORDER BY measured DESC, id",
        BaselineTable::stored,
        kernel,
        deviceModel);
  }

  private static StoredBaseline stored(Row row) throws SQLException {
    return new StoredBaseline(
        new BaselineSession(
            row.text("kernel"),
            row.text("backend"),
            RunTable.device(row),
            row.text("host"),
            row.text("evo_version"),
            row.instant("measured")),
        RunTable.workload(row),
        reading(row));
  }

  private static BaselineReading reading(Row row) throws SQLException {
    Optional<String> refusal = row.optionalText("refusal");
    return refusal.isPresent()
        ? BaselineReading.refused(
            row.text("baseline"), row.text("name"), row.text("library"), refusal.get())
        : BaselineReading.measured(
            row.text("baseline"),
            row.text("library"),
            new Measurement(
                row.text("name"),
                StoredJson.samples(row.text("samples")),
                row.integer("launches"),
                StoredJson.accuracy(row.text("accuracy")),
                null,
                OptionalDouble.empty(),
                StoredDeviceState.of(row)));
  }
}
