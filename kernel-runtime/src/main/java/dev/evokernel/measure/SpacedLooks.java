package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import java.util.function.LongSupplier;

/**
 * Looks at a device at intervals at the least: a look costs as much as timing a short launch.
 *
 * <p>A look that comes too soon repeats the state that was seen last, unless that was disturbed. So
 * {@link #confirms} has to be asked at the end, and what was taken since is to be taken again if it
 * says no.
 */
public final class SpacedLooks implements DeviceMonitor {

  /** Nanoseconds between two looks. */
  static final long APART = Sampler.STRETCH;

  private final DeviceMonitor monitor;
  private final LongSupplier nanoClock;
  private DeviceState seen = DeviceState.UNKNOWN;
  private boolean looked;
  private long last;

  /**
   * @param nanoClock such as {@link System#nanoTime}
   */
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

  /** Whether the device was undisturbed since the last look; if not, rests for a while. */
  public boolean confirms() {
    looked = false;
    DeviceState state = look();
    if (state.isDisturbed()) {
      rest(state);
    }
    return !state.isDisturbed();
  }
}
