package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import java.util.function.LongSupplier;

/**
 * Monitor that limits the rate of looks, since a look costs as much as timing a short launch. An
 * early look returns the previous undisturbed state; a measurement therefore ends with {@link
 * #confirms} and is repeated if that returns false.
 */
public final class SpacedLooks implements DeviceMonitor {

  /** Minimum nanoseconds between two looks. */
  static final long APART = 100_000_000;

  private final DeviceMonitor monitor;
  private final LongSupplier nanoClock;
  private DeviceState seen = DeviceState.UNKNOWN;
  private boolean looked;
  private long last;

  public SpacedLooks(DeviceMonitor monitor, LongSupplier nanoClock) {
    this.monitor = monitor;
    this.nanoClock = nanoClock;
  }

  @Override
  public DeviceState look() {
    if (!looked || seen.isDisturbed() || nanoClock.getAsLong() - last >= APART) {
      seen = monitor.look();
      last = nanoClock.getAsLong();
      looked = true;
    }
    return seen;
  }

  @Override
  public void rest(DeviceState disturbed) {
    monitor.rest(disturbed);
  }

  /** Whether the device was undisturbed since the last look; otherwise rests for a while. */
  public boolean confirms() {
    looked = false;
    DeviceState state = look();
    if (state.isDisturbed()) {
      rest(state);
    }
    return !state.isDisturbed();
  }
}
