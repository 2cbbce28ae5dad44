package dev.evokernel.cli.options;

import dev.evokernel.spec.Budget;
import dev.evokernel.tuning.DeviceReservation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to do when another process measures on the device. */
public final class DeviceOptions {

  private static final String FOREVER = "forever";

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = FOREVER,
      converter = WaitConverter.class,
      description =
          "Waits until no other process uses the device, for example --wait 30m; without a time, as"
              + " long as it takes. Otherwise a device in use is refused.")
  private @Nullable Duration wait;

  public DeviceReservation reservation() {
    return wait == null ? DeviceReservation.AT_ONCE : new DeviceReservation(wait);
  }

  /** Reads {@code 90s}, {@code 30m}, and what stands for no time at all. */
  static final class WaitConverter extends TimeConverter {
    @Override
    public Duration convert(String text) {
      return text.equals(FOREVER) ? Budget.FOREVER : super.convert(text);
    }
  }
}
