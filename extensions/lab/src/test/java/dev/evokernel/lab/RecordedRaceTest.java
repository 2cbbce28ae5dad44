package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import module java.base;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.measure.DeviceMonitor;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.Sampler;
import dev.evokernel.measure.Sampling;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.replay.Recorded.Reading.Timed;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * Racing never drops a configuration that is faster than the best, and saves samples:
 * configurations of recorded spaces in random order, each timed with noise drawn from its own
 * recorded times, or from a model of noise where only one time was recorded.
 *
 * <p>{@code EVO_RECORDED_SPACES} names a list of further spaces, as for {@link SearchScoreIT}.
 */
final class RecordedRaceTest {

  private static final String MORE_SPACES = "EVO_RECORDED_SPACES";
  private static final int CANDIDATES = 1000;

  /** The fastest configuration of each space is taken to last this long. */
  private static final double FASTEST_NANOS = 200_000;

  private static final DeviceMonitor UNWATCHED =
      new DeviceMonitor() {
        @Override
        public DeviceState look() {
          return DeviceState.UNKNOWN;
        }

        @Override
        public void rest(DeviceState disturbed) {
          throw new AssertionError(disturbed);
        }
      };

  @TestFactory
  List<DynamicTest> race_onRecordedNoise_dropsNoWinner(TestReporter reporter)
      throws InterruptedException {
    var cores = new Cores(1);
    var spaces = new ArrayList<>(TestSpaces.load());
    Optional<String> more =
        Optional.ofNullable(System.getProperty(MORE_SPACES, System.getenv(MORE_SPACES)));
    if (more.isPresent()) {
      spaces.addAll(SpaceList.read(Path.of(more.get())).load(cores));
    }
    return spaces.stream()
        .map(space -> dynamicTest(space.name(), () -> holdRace(space, reporter)))
        .toList();
  }

  private static void holdRace(RecordedSpace space, TestReporter reporter) {
    List<Samples> recorded =
        space.byIndex().stream()
            .filter(one -> one.reading() instanceof Timed)
            .map(one -> ((Timed) one.reading()).samples())
            .toList();
    double scale = FASTEST_NANOS / recorded.stream().mapToDouble(Samples::p50).min().orElseThrow();
    var random = new SplittableRandom(17);
    var inFull = new Sampler(SamplingSettings.DEFAULT.racing(Race.OFF), CacheState.HOT, () -> 0);
    var racing = new Sampler(SamplingSettings.DEFAULT, CacheState.HOT, () -> 0);
    double best = Double.POSITIVE_INFINITY; // as measured
    double holder = Double.POSITIVE_INFINITY; // what it really takes
    long fullSamples = 0;
    long racedSamples = 0;
    int winners = 0;
    int dropped = 0;
    for (int i = 0; i < CANDIDATES; i++) {
      Samples candidate = recorded.get(random.nextInt(recorded.size()));
      double truth = scale * candidate.p50();
      OptionalDouble toBeat =
          Double.isInfinite(best) ? OptionalDouble.empty() : OptionalDouble.of(best);
      Sampling full = sample(inFull, candidate, scale, toBeat, random);
      Sampling raced = sample(racing, candidate, scale, toBeat, random);
      fullSamples += full.samples().count();
      racedSamples += raced.samples().count();
      if (truth < holder) {
        winners++;
        dropped += raced.samples().p50() > best * (1 + Race.DEFAULT.margin()) ? 1 : 0;
      }
      if (raced.samples().p50() < best) {
        best = raced.samples().p50();
        holder = truth;
      }
    }
    reporter.publishEntry(
        space.name(),
        String.format(
            Locale.ROOT,
            "%d of %d samples saved (%.0f %%), %d winners, %d dropped",
            fullSamples - racedSamples,
            fullSamples,
            100.0 * (fullSamples - racedSamples) / fullSamples,
            winners,
            dropped));

    assertThat(dropped).as("winners that were given up").isZero();
    assertThat(winners).isPositive();
    assertThat(racedSamples).isLessThan(fullSamples / 2);
  }

  private static Sampling sample(
      Sampler sampler,
      Samples recorded,
      double scale,
      OptionalDouble toBeat,
      RandomGenerator random) {
    double[] nanos = recorded.nanos();
    return sampler.sample(
        launches -> Math.round(launches * scale * noisy(nanos, random)), toBeat, UNWATCHED);
  }

  /** One of the recorded times; of a single one 1 % noise, and one sample in fifty disturbed. */
  private static double noisy(double[] nanos, RandomGenerator random) {
    if (nanos.length > 1) {
      return nanos[random.nextInt(nanos.length)];
    }
    double disturbed = random.nextInt(50) == 0 ? 1 + 2 * random.nextDouble() : 1;
    return nanos[0] * Math.exp(0.01 * random.nextGaussian()) * disturbed;
  }
}
