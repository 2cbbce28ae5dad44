package dev.evokernel.cli;

import dev.evokernel.store.Budget;
import dev.evokernel.tuning.DeviceReservation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a device that another process uses. */
public final class DeviceOptions {

  private static final String FOREVER = "forever";

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = FOREVER,
      converter = WaitConverter.class,
      description =
          "Wait for a device in use, for example --wait 30m; without a time, wait forever. Without"
              + " this option a device in use is an error.")
  private @Nullable Duration wait;

  public DeviceReservation reservation() {
    return wait == null ? DeviceReservation.AT_ONCE : new DeviceReservation(wait);
  }

  static final class WaitConverter extends TimeConverter {
    @Override
    public Duration convert(String text) {
      return text.equals(FOREVER) ? Budget.FOREVER : super.convert(text);
    }
  }
}
