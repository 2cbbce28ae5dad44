package dev.evokernel.tuning.device;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.health.Pause;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.lock.LockOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How long to wait for a device that another process measures on.
 *
 * @param patience zero to refuse a device in use at once
 */
public record DeviceReservation(Duration patience) {

  /** Refuses a device in use. */
  public static final DeviceReservation AT_ONCE = new DeviceReservation(Duration.ZERO);

  private static final InstantSource CLOCK = InstantSource.system();

  public DeviceReservation {
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience must be ≥ 0, was " + patience + ".");
    }
  }

  /**
   * Holds the device's lock until it is closed.
   *
   * @param holder the run or the work that holds it, asked for at every attempt
   * @param results the folder that the lock names as its owner's
   * @param news hears once which run the device is waited for
   * @throws EnvironmentException if the device stays in use for longer than that
   */
  public DeviceLock hold(
      ChosenDevice chosen, Supplier<String> holder, Path results, Consumer<String> news)
      throws InterruptedException {
    return DeviceLock.acquire(
        DeviceLock.file(DeviceLock.folder(System.getenv()), chosen.backend(), chosen.device()),
        chosen.device().id(),
        () -> LockOwner.ofThisProcess(holder.get(), CLOCK.instant(), Host.name(), results),
        patience,
        Pause.real(),
        news);
  }

  /**
   * Holds several devices, always in the same order, so that two runs do not wait for each other.
   *
   * @param holder asked for until the first device is free
   * @param held keeps the locks
   * @return the holder
   */
  public String holdAll(
      List<ChosenDevice> devices,
      Supplier<String> holder,
      Path results,
      Consumer<String> news,
      HeldResources held)
      throws InterruptedException {
    Supplier<String> settled = holder;
    for (ChosenDevice one : devices) {
      DeviceLock lock = held.add(hold(one, settled, results, news), DeviceLock::close);
      settled = lock::run;
    }
    return settled.get();
  }

  /** Holds a device for work on a kernel, for example {@code compare of gemm}. */
  public DeviceLock hold(Target target, String work, Consumer<String> news)
      throws InterruptedException {
    return hold(
        target.chosen(), () -> work + " of " + target.kernel().name(), target.results(), news);
  }

  /** The same for work on the device of a run, for example {@code bench of gemm}. */
  public DeviceLock hold(RunSpec run, String work, Consumer<String> news)
      throws InterruptedException {
    return hold(
        new ChosenDevice(run.backend(), run.device(), ""),
        () -> work + " of " + run.kernel().name(),
        run.origin().results(),
        news);
  }
}
