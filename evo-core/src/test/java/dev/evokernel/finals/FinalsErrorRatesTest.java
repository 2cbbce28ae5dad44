package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Candidate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Error rates of the finals, simulated: how often they accept what is no faster, or what loses a
 * shape, at any of the decisions that follow each process, and after how many processes they find a
 * true gain. A newcomer that is as fast as the others takes part from the middle on. {@code
 * -Devo.finals=1000} sets the finals of a row.
 */
@Tag("full")
final class FinalsErrorRatesTest {

  private static final int FINALS = Integer.getInteger("evo.finals", 60);

  /** Samples of a process on a GPU; a CPU takes four times as many. */
  private static final int ROUNDS = 20;

  /** Fastest candidates in the search, besides the default. */
  private static final int OTHERS = 6;

  /** Noise of a machine. */
  enum Machine {
    /** Samples vary by 0.3 %, processes by 0.2 %. */
    QUIET_GPU(0.003, 0.002, 0, 0),
    /** Samples vary by 1 %, processes by 0.5 %. */
    QUIET_CPU(0.01, 0.005, 0, 0),
    /**
     * Samples vary by 3 %, processes by 2 %; a sample in seven loses time slices, and in one of ten
     * processes most samples of a program do.
     */
    BUSY_CPU(0.03, 0.02, 0.15, 0.1);

    private final double within;
    private final double between;
    private final double slices;
    private final double spoilt;

    Machine(double within, double between, double slices, double spoilt) {
      this.within = within;
      this.between = between;
      this.slices = slices;
      this.spoilt = spoilt;
    }

    Samples samples(double nanos, RandomGenerator random) {
      double median = nanos * Math.exp(between * random.nextGaussian());
      double lost = random.nextDouble() < spoilt ? 0.8 : slices;
      return Samples.of(
          DoubleStream.generate(
                  () ->
                      median
                          * Math.exp(within * random.nextGaussian())
                          * (random.nextDouble() < lost ? 1 + 20 * random.nextExponential() : 1))
              .limit(ROUNDS)
              .toArray());
    }

    Outcome measured(double[] nanos, RandomGenerator random) {
      return new Measured(
          IntStream.range(0, nanos.length)
              .mapToObj(s -> new Measurement("s" + s, samples(nanos[s], random), 1, List.of()))
              .toList());
    }
  }

  /**
   * Result of one run's finals.
   *
   * @param first the process whose decision is the first to accept something; empty if none does
   * @param last the decision after the last process
   */
  private record End(OptionalInt first, Decision last) {}

  private static BuiltFinalist finalist(int number) {
    var configuration = new Configuration(Map.of("BLOCK", Value.of(number)));
    return new BuiltFinalist(
        new Candidate("run", new Proposal(number, 0, "random", configuration), 1, Optional.empty()),
        Examples.compiled("" + number).binary());
  }

  private static End end(Machine machine, int most, double[] gains, boolean portfolio, long seed) {
    var random = new SplittableRandom(seed);
    var confirmation =
        new Confirmation(
            new DecisionRule(
                Objective.DEFAULT,
                AcceptanceRule.DEFAULT,
                portfolio ? Optional.of(PortfolioSettings.DEFAULT) : Optional.empty(),
                new TieBreak(
                    Saxpy.read().defaultConfiguration(),
                    Saxpy.read().parameters(),
                    Optional.empty())),
            finalist(1).candidate().configuration(),
            most,
            (candidate, _) -> {
              throw new AssertionError(candidate);
            });
    var first = OptionalInt.empty();
    var last = Decision.UNDECIDED;
    for (int process = 1; process <= most; process++) {
      var numbers = new ArrayList<>(List.of(1));
      if (process == 1) {
        IntStream.range(0, OTHERS).forEach(i -> numbers.add(2 + i));
      } else {
        confirmation.contenders(random).forEach(one -> numbers.add(one.number()));
      }
      if (process == (most + 1) / 2) {
        numbers.add(2 + OTHERS);
      }
      List<BuiltFinalist> finalists = numbers.stream().map(FinalsErrorRatesTest::finalist).toList();
      confirmation.add(
          process,
          "device",
          finalists,
          numbers.stream()
              .map(
                  number ->
                      machine.measured(
                          Arrays.stream(gains)
                              .map(gain -> 1000 / (number == 1 ? 1 : gain))
                              .toArray(),
                          random))
              .toList());
      try {
        last = confirmation.decide(_ -> Optional.empty(), false).verdict().decision();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      if (last == Decision.ACCEPTED && first.isEmpty()) {
        first = OptionalInt.of(process);
      }
    }
    return new End(first, last);
  }

  /** Rate of finals that accept something at any of their decisions. */
  private static double rate(
      Machine machine, int most, double[] gains, boolean portfolio, String row) {
    List<End> ends =
        IntStream.range(0, FINALS)
            .parallel()
            .mapToObj(seed -> end(machine, most, gains, portfolio, seed))
            .toList();
    double any = share(ends, end -> end.first().isPresent());
    System.out.printf(
        Locale.ROOT,
        "%-10s %d processes, %d shapes, %s, %s: accepted at any decision %.3f, at the last %.3f,"
            + " default stays %.3f, undecided %.3f; first accepted after %.1f processes%n",
        machine,
        most,
        gains.length,
        portfolio ? "set" : "one",
        row,
        any,
        share(ends, end -> end.last() == Decision.ACCEPTED),
        share(ends, end -> end.last() == Decision.DEFAULT_STAYS),
        share(ends, end -> end.last() == Decision.UNDECIDED),
        ends.stream().flatMapToInt(end -> end.first().stream()).average().orElse(Double.NaN));
    return any;
  }

  private static double share(List<End> ends, Predicate<End> condition) {
    return ends.stream().filter(condition).count() / (double) FINALS;
  }

  private static double[] gains(int shapes, double gain) {
    double[] gains = new double[shapes];
    Arrays.fill(gains, gain);
    return gains;
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 8, 1",
    "QUIET_GPU, 8, 4",
    "QUIET_GPU, 5, 4",
    "QUIET_GPU, 3, 4",
    "QUIET_CPU, 8, 1",
    "QUIET_CPU, 8, 4",
    "QUIET_CPU, 5, 4",
    "QUIET_CPU, 3, 4",
    "BUSY_CPU, 8, 1",
    "BUSY_CPU, 8, 4",
    "BUSY_CPU, 5, 4",
    "BUSY_CPU, 3, 4"
  })
  void copiesOfTheDefault_areNeverAccepted(Machine machine, int most, int shapes) {
    assertThat(rate(machine, most, gains(shapes, 1), true, "copies"))
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 8, 1.04",
    "QUIET_GPU, 8, 1.1",
    "QUIET_GPU, 3, 1.04",
    "QUIET_CPU, 8, 1.04",
    "QUIET_CPU, 8, 1.1",
    "QUIET_CPU, 3, 1.04",
    "BUSY_CPU, 8, 1.04",
    "BUSY_CPU, 8, 1.1",
    "BUSY_CPU, 3, 1.04"
  })
  void oneConfigurationThatLosesAShape_isNotAccepted(Machine machine, int most, double loss) {
    double[] gains = gains(4, 1.2);
    gains[3] = 1 / loss;
    assertThat(rate(machine, most, gains, false, "one shape lost by " + loss))
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 8, 1.03, 0.95",
    "QUIET_GPU, 8, 1.05, 0.95",
    "QUIET_GPU, 8, 1.1, 0.99",
    "QUIET_GPU, 8, 1.5, 0.99",
    "QUIET_GPU, 5, 1.1, 0.99",
    "QUIET_GPU, 3, 1.05, 0.5",
    "QUIET_GPU, 3, 1.1, 0.99",
    "QUIET_CPU, 8, 1.03, 0.9",
    "QUIET_CPU, 8, 1.05, 0.95",
    "QUIET_CPU, 8, 1.1, 0.95",
    "QUIET_CPU, 8, 1.5, 0.99",
    "QUIET_CPU, 5, 1.1, 0.9",
    "QUIET_CPU, 3, 1.1, 0.5",
    "BUSY_CPU, 8, 1.03, 0",
    "BUSY_CPU, 8, 1.05, 0",
    "BUSY_CPU, 8, 1.1, 0.85",
    "BUSY_CPU, 8, 1.5, 0.95",
    "BUSY_CPU, 5, 1.5, 0.9",
    "BUSY_CPU, 3, 1.5, 0.65"
  })
  void trueGains_areFound(Machine machine, int most, double gain, double atLeast) {
    assertThat(rate(machine, most, gains(4, gain), true, "gain " + gain))
        .isGreaterThanOrEqualTo(atLeast - 1.0 / FINALS);
  }
}
