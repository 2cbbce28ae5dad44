package dev.evokernel.cli;

import dev.evokernel.health.DeviceLock;
import dev.evokernel.health.Pause;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.Host;
import dev.evokernel.store.LockOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What to do when somebody else measures on the device. */
final class DeviceOptions {

  private static final String FOREVER = "forever";

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      arity = "0..1",
      fallbackValue = FOREVER,
      converter = Patience.class,
      description =
          "Waits until nobody else uses the device, for example --wait 30m; without a time, as"
              + " long as it takes. Otherwise a device in use is refused.")
  private @Nullable Duration wait;

  /**
   * Has the device to itself until the lock is closed.
   *
   * @param run the name under which it is held, asked for at every attempt
   * @param news told whom it waits for
   */
  DeviceLock hold(
      Devices chosen, Supplier<String> run, Instant now, Path results, Consumer<String> news)
      throws InterruptedException {
    return DeviceLock.acquire(
        file(chosen),
        chosen.device().id(),
        () -> LockOwner.ofThisProcess(run.get(), now, Host.name(), results),
        Optional.ofNullable(wait).orElse(Duration.ZERO),
        Pause.real(),
        news);
  }

  private static Path file(Devices chosen) {
    return DeviceLock.file(DeviceLock.folder(System.getenv()), chosen.backend(), chosen.device());
  }

  /** Reads {@code 90s}, {@code 30m}, and what stands for no time at all. */
  static final class Patience extends JobOptions.WallTime {
    @Override
    public Duration convert(String text) {
      return text.equals(FOREVER) ? Budget.FOREVER : super.convert(text);
    }
  }
}
