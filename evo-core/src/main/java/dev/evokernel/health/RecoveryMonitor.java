package dev.evokernel.health;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.DeviceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The default as a witness of the device: measured again, it must take about as long as it did.
 *
 * <p>Only slower counts. A faster device is not a broken one, and whatever disturbs a measurement
 * makes it slower; that is also why a slow one is repeated, with more and more time in between for
 * a device to recover, cool down or be left alone. A device that others may use as they like, such
 * as the cores of a machine, gets a wider margin: there a slow default says more about the
 * others than about the device.
 */
public final class RecoveryMonitor {

  /** How much longer than before is still the same device, as a share. */
  static final double MARGIN = 0.10;

  static final double MARGIN_OF_SHARED_CORES = 1;

  /** Before each try. */
  static final List<Duration> WAITS =
      List.of(
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  /**
   * The device is what it was.
   *
   * @param tries until it was
   * @param ratio the geometric mean over the shapes of p50 relative to what was expected
   */
  record Recovery(int tries, double ratio) {}

  private final Configuration defaultConfiguration;
  private final CompileStep compilers;
  private final double margin;
  private final Pause pause;
  private final Consumer<String> news;
  private final Map<String, Double> expected = new TreeMap<>();

  public RecoveryMonitor(
      Configuration defaultConfiguration,
      CompileStep compilers,
      double margin,
      Pause pause,
      Consumer<String> news) {
    this.defaultConfiguration = defaultConfiguration;
    this.compilers = compilers;
    this.margin = margin;
    this.pause = pause;
    this.news = news;
  }

  /** What a run allows. */
  public static double margin(DriftSettings settings, Backend backend) {
    return settings
        .recovery()
        .orElse(backend.compilingDisturbsTiming() ? MARGIN_OF_SHARED_CORES : MARGIN);
  }

  /** Takes note of a measurement; only the default's matter, and the fastest of them. */
  public void saw(Configuration configuration, Outcome outcome) {
    if (configuration.equals(defaultConfiguration)
        && outcome instanceof Measured measured
        && (expected.isEmpty() || ratio(measured) < 1)) {
      measured.measurements().forEach(one -> expected.put(one.shape(), one.samples().p50()));
    }
  }

  /** Whether there is anything to compare with. */
  boolean isKnown() {
    return !expected.isEmpty();
  }

  /**
   * Measures until the device is what it was. A device that cannot even be opened is given time
   * like one that is slow.
   *
   * @param limit for one evaluation
   * @throws ChangedDeviceException if it does not come back to that
   * @throws EnvironmentException if in the end no process comes up at all
   */
  Recovery await(DeviceProcess device, Duration limit) throws InterruptedException {
    Binary binary = binary();
    for (int tries = 1; ; tries++) {
      String trouble;
      try {
        Outcome outcome = device.evaluate(defaultConfiguration, binary, Map.of(), limit).outcome();
        if (outcome instanceof Measured measured && ratio(measured) <= 1 + margin) {
          return new Recovery(tries, ratio(measured));
        }
        trouble = trouble(outcome);
        if (tries == WAITS.size()) {
          throw given(trouble);
        }
      } catch (EnvironmentException e) {
        if (tries == WAITS.size()) {
          throw e;
        }
        trouble = e.message();
      }
      Duration wait = WAITS.get(tries);
      news.accept("%s Trying again in %d s".formatted(trouble, wait.toSeconds()));
      pause.sleep(wait);
    }
  }

  private static ChangedDeviceException given(String trouble) {
    return new ChangedDeviceException(
        "%s That is the last of %d tries over %d s: times measured now would not compare with the earlier ones. See what else uses the device, and its temperature, clocks and errors (for a GPU: nvidia-smi -q, dmesg); resume the run when it is itself again, or allow more in its evo.yaml, for example 'drift: {recovery: 300%%}'."
            .formatted(trouble, WAITS.size(), WAITS.stream().mapToLong(Duration::toSeconds).sum()));
  }

  private Binary binary() throws InterruptedException {
    return switch (compilers.compile(defaultConfiguration)) {
      case Compilation.Compiled(Binary binary) -> binary;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException("The default does not compile any more: " + log);
    };
  }

  private double ratio(Measured measured) {
    return GeometricMean.of(measured.measurements().stream().mapToDouble(this::ratio).toArray());
  }

  private double ratio(Measurement one) {
    return one.samples().p50() / Objects.requireNonNull(expected.get(one.shape()));
  }

  private String trouble(Outcome outcome) {
    return switch (outcome) {
      case Measured measured ->
          String.format(
              Locale.ROOT,
              "In a fresh process the default takes %.2f times as long as before (%s), and %.2f"
                  + " times is allowed.",
              ratio(measured),
              measured.measurements().stream()
                  .map(this::comparison)
                  .collect(Collectors.joining(", ")),
              1 + margin);
      case Rejected rejected ->
          "In a fresh process the default fails (%s: %s)."
              .formatted(rejected.reason().label(), rejected.message());
    };
  }

  private String comparison(Measurement one) {
    return String.format(
        Locale.ROOT,
        "%s %.1f µs instead of %.1f µs",
        one.shape(),
        one.samples().p50() / 1e3,
        Objects.requireNonNull(expected.get(one.shape())) / 1e3);
  }
}
