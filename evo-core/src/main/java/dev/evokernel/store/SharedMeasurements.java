package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.Database.Durability;
import java.util.List;
import java.util.Optional;

/** Measurements that more than one run uses: baselines of kernels, and the limits of devices. */
public final class SharedMeasurements {

  private final Database database;

  SharedMeasurements(Database database) {
    this.database = database;
  }

  /** Records baselines that were measured by themselves. */
  public void recordBaselines(
      BaselineSession session, List<Workload> workloads, List<BaselineReading> readings) {
    database.write(
        Durability.PROCESS,
        transaction -> BaselineTable.insert(transaction, null, session, workloads, readings));
  }

  /**
   * The measured baselines of a kernel on a device, in runs and outside: the latest first, and
   * within a session in the order in which they were measured.
   *
   * @param kernel its name
   * @param deviceModel exactly
   */
  public List<StoredBaseline> baselines(String kernel, String deviceModel) {
    return database.read(transaction -> BaselineTable.of(transaction, kernel, deviceModel));
  }

  /** Records the measured limits of a device; earlier ones stay beside them. */
  public void recordLimits(MeasuredLimits limits) {
    database.write(Durability.PROCESS, transaction -> LimitsTable.insert(transaction, limits));
  }

  /** The latest measured limits of a device model under the same driver. */
  public Optional<MeasuredLimits> limits(String backend, DeviceIdentity device) {
    return database.read(transaction -> LimitsTable.of(transaction, backend, device));
  }
}
