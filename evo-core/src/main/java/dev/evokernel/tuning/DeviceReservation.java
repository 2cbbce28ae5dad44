package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;

/**
 * Time to wait for a device on which another process measures.
 *
 * @param patience zero to refuse a busy device at once
 */
public record DeviceReservation(Duration patience) {

  /** Refuses a busy device. */
  public static final DeviceReservation AT_ONCE = new DeviceReservation(Duration.ZERO);

  private static final InstantSource CLOCK = InstantSource.system();

  public DeviceReservation {
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience must be ≥ 0, was " + patience + ".");
    }
  }

  /**
   * Takes the device's lock.
   *
   * @throws EnvironmentException if the device stays busy for longer than the patience
   */
  public FileLock hold(
      ChosenDevice chosen, Supplier<String> holder, Path results, Consumer<String> news)
      throws InterruptedException {
    return DeviceLock.acquire(
        DeviceLock.file(DeviceLock.folder(System.getenv()), chosen.backend(), chosen.device()),
        chosen.device().id(),
        () -> LockOwner.ofThisProcess(holder.get(), CLOCK.instant(), Host.name(), results),
        patience,
        Thread::sleep,
        news);
  }

  /**
   * Takes the locks of several devices, always in the same order, so that two runs cannot deadlock.
   */
  public String holdAll(
      List<ChosenDevice> devices,
      Supplier<String> holder,
      Path results,
      Consumer<String> news,
      HeldResources held)
      throws InterruptedException {
    Supplier<String> settled = holder;
    for (ChosenDevice device : devices) {
      FileLock lock = held.add(hold(device, settled, results, news), FileLock::close);
      settled = lock.owner()::run;
    }
    return settled.get();
  }

  /** Takes the lock of a target's device, for example for {@code compare of gemm}. */
  public FileLock hold(Target target, String work, Consumer<String> news)
      throws InterruptedException {
    return hold(
        target.chosen(), () -> work + " of " + target.kernel().name(), target.results(), news);
  }
}
