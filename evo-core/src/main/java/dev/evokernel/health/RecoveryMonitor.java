package dev.evokernel.health;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.text.Units;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.EvaluationStep;

/**
 * Recovery check: the default, measured again in a fresh process, may take at most a margin longer
 * than its fastest time in this run.
 *
 * <p>Only a slower default fails the check, since disturbances make a measurement slower. If the
 * device became faster, the run goes on and a drift check follows. A slow measurement is repeated
 * after growing pauses, in which the device can cool down or become free. Cores shared with other
 * processes have a wider margin, since other load is the usual cause there.
 *
 * <p>A slow default stops a run only after a loss of a GPU's process. At the start of a session,
 * and on shared cores, the run soon goes on with a warning: the wall time is for measurements, and
 * what is slow for all candidates is compared with a default that is as slow.
 */
public final class RecoveryMonitor {

  /** Accepted time over the fastest one, less 1. */
  static final double MARGIN = 0.10;

  static final double MARGIN_OF_SHARED_CORES = 1;

  static final List<Duration> WAITS =
      List.of(
          Duration.ZERO,
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  /** Number of tries where the run goes on after them. */
  private static final int FEW = 2;

  /** Passed recovery check. The ratio is the mean of p50 over the expected times. */
  record Recovery(int tries, double ratio) {}

  private final Configuration defaultConfiguration;
  private final CompileStep compilers;
  private final double margin;
  private final boolean sharedCores;
  private final Pause pause;
  private final Consumer<String> news;
  private final Map<String, Double> expected = new TreeMap<>();

  public RecoveryMonitor(
      Configuration defaultConfiguration,
      CompileStep compilers,
      double margin,
      boolean sharedCores,
      Pause pause,
      Consumer<String> news) {
    this.defaultConfiguration = defaultConfiguration;
    this.compilers = compilers;
    this.margin = margin;
    this.sharedCores = sharedCores;
    this.pause = pause;
    this.news = news;
  }

  public static double margin(DriftSettings settings, Backend backend) {
    return settings
        .recovery()
        .orElse(backend.compilingDisturbsTiming() ? MARGIN_OF_SHARED_CORES : MARGIN);
  }

  /** Records a measurement if it is the fastest of the default so far. */
  public void saw(Configuration configuration, Outcome outcome) {
    if (configuration.equals(defaultConfiguration)
        && outcome instanceof Measured measured
        && (expected.isEmpty() || ratio(measured) < 1)) {
      measured.measurements().forEach(shape -> expected.put(shape.shape(), shape.samples().p50()));
    }
  }

  boolean isKnown() {
    return !expected.isEmpty();
  }

  /**
   * Measures the default until it is within the margin. A device that cannot be opened is tried
   * again after the same pauses.
   *
   * @param resumes whether the process is the first of a session
   */
  Recovery await(EvaluationStep device, Duration limit, boolean resumes)
      throws InterruptedException {
    boolean goesOn = resumes || sharedCores;
    Binary binary = compilers.binary(defaultConfiguration, "The default no longer compiles");
    for (int tries = 1; ; tries++) {
      String trouble;
      try {
        Outcome outcome =
            device
                .evaluate(EvaluationRequest.of(defaultConfiguration, binary).within(limit))
                .outcome();
        if (outcome instanceof Measured measured && ratio(measured) <= 1 + margin) {
          return new Recovery(tries, ratio(measured));
        }
        trouble = trouble(outcome);
        if (goesOn && tries >= FEW && outcome instanceof Measured measured) {
          return new Recovery(tries, goOn(measured, trouble));
        }
        if (tries == WAITS.size()) {
          throw given(trouble);
        }
      } catch (EnvironmentException e) {
        if (tries == WAITS.size() || e instanceof DeviceLostException) {
          throw e;
        }
        trouble = e.message();
      }
      Duration wait = WAITS.get(tries);
      news.accept(
          "%s The recovery check is repeated in %d s.".formatted(trouble, wait.toSeconds()));
      pause.sleep(wait);
    }
  }

  /**
   * Takes the default as measured now for what later processes of the session are compared with.
   */
  private double goOn(Measured measured, String trouble) {
    double ratio = ratio(measured);
    news.accept(
        "warning: %s The run goes on: new candidates are compared with the default as measured now, and the finals measure both in turn."
            .formatted(trouble));
    expected.clear();
    saw(defaultConfiguration, measured);
    return ratio;
  }

  private ChangedDeviceException given(String trouble) {
    return new ChangedDeviceException(
        ("%s The recovery check failed %d times over %d s, so new times would not be comparable."
                + " Check other users and errors of the device%s. Resume the run when the device has"
                + " recovered, or accept a wider margin in evo.yaml, for example"
                + " 'drift: {recovery: 300%%}'.")
            .formatted(
                trouble,
                WAITS.size(),
                WAITS.stream().mapToLong(Duration::toSeconds).sum(),
                sharedCores ? "" : ", its temperature and clocks (nvidia-smi -q, dmesg)"));
  }

  private double ratio(Measured measured) {
    return GeometricMean.of(measured.measurements().stream().mapToDouble(this::ratio).toArray());
  }

  private double ratio(Measurement shape) {
    return shape.samples().p50() / Objects.requireNonNull(expected.get(shape.shape()));
  }

  private String trouble(Outcome outcome) {
    return switch (outcome) {
      case Measured measured ->
          String.format(
              Locale.ROOT,
              "In a fresh process the default takes %.2f times as long as before (%s; up to %.2f"
                  + " times is usual).",
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

  private String comparison(Measurement shape) {
    return "%s %s instead of %s"
        .formatted(
            shape.shape(),
            Units.time(shape.samples().p50()),
            Units.time(Objects.requireNonNull(expected.get(shape.shape()))));
  }
}
