package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.file.Database;
import dev.evokernel.store.file.Database.Durability;
import dev.evokernel.store.record.BaselineSession;
import dev.evokernel.store.run.MeasuredLimits;
import dev.evokernel.store.run.StoredBaseline;
import dev.evokernel.store.run.Workload;
import dev.evokernel.store.table.BaselineTable;
import dev.evokernel.store.table.LimitsTable;
import java.util.List;
import java.util.Optional;

/** Measurements shared by runs: baselines of kernels, and limits of devices. */
public final class SharedMeasurements {

  private final Database database;

  SharedMeasurements(Database database) {
    this.database = database;
  }

  /** Records baselines measured outside any run. */
  public void recordBaselines(
      BaselineSession session, List<Workload> workloads, List<BaselineReading> readings) {
    database.write(
        Durability.PROCESS,
        transaction -> BaselineTable.insert(transaction, null, session, workloads, readings));
  }

  /**
   * Baselines of a kernel on a device model, from runs and sessions outside runs. The latest
   * session is first; within a session the order is that of measurement.
   *
   * @param deviceModel exactly
   */
  public List<StoredBaseline> baselines(String kernel, String deviceModel) {
    return database.read(transaction -> BaselineTable.of(transaction, kernel, deviceModel));
  }

  /** Records limits of a device, beside earlier limits. */
  public void recordLimits(MeasuredLimits limits) {
    database.write(Durability.PROCESS, transaction -> LimitsTable.insert(transaction, limits));
  }

  /** Latest limits of a device model under the same driver. */
  public Optional<MeasuredLimits> limits(String backend, DeviceIdentity device) {
    return database.read(transaction -> LimitsTable.of(transaction, backend, device));
  }
}
