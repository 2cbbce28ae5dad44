package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.store.record.Candidate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Error rates of the finals, simulated: how often they accept what is no faster, or what loses a
 * shape, and how often they find a true gain. {@code -Devo.finals=1000} sets the finals of a row.
 */
@Tag("nightly")
final class FinalsErrorRatesTest {

  private static final int FINALS = Integer.getInteger("evo.finals", 60);

  /** Processes and rounds of finals. */
  enum Plan {
    /** Five processes of 20 rounds. Each further pair divides the finalists. */
    WHOLE(20),
    /** Two processes of five rounds. The second measures the three that were fastest before. */
    SHORTEST(FinalsSettings.LEAST_ROUNDS);

    private final int rounds;

    Plan(int rounds) {
      this.rounds = rounds;
    }
  }

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

    Samples samples(double nanos, int rounds, RandomGenerator random) {
      double median = nanos * Math.exp(between * random.nextGaussian());
      double lost = random.nextDouble() < spoilt ? 0.8 : slices;
      return Samples.of(
          DoubleStream.generate(
                  () ->
                      median
                          * Math.exp(within * random.nextGaussian())
                          * (random.nextDouble() < lost ? 1 + 20 * random.nextExponential() : 1))
              .limit(rounds)
              .toArray());
    }
  }

  private static Candidate candidate(int number) {
    return new Candidate(
        "run",
        new Proposal(number, 0, "random", new Configuration(Map.of("BLOCK", Value.of(number)))),
        1,
        Optional.empty());
  }

  private static RepeatedFinals.Result result(
      Machine machine,
      List<Integer> processes,
      double[] nanos,
      int rounds,
      RandomGenerator random) {
    var samples = new LinkedHashMap<String, ProcessSamples>();
    var first = new ArrayList<Measurement>();
    for (int s = 0; s < nanos.length; s++) {
      var byProcess = new TreeMap<Integer, Samples>();
      for (int process : processes) {
        byProcess.put(process, machine.samples(nanos[s], rounds, random));
      }
      samples.put("s" + s, new ProcessSamples(byProcess));
      first.add(new Measurement("s" + s, byProcess.firstEntry().getValue(), 1, List.of()));
    }
    return new RepeatedFinals.Result(new Measured(first), samples);
  }

  private static FinalsChoice.Choice choice(
      Machine machine, Plan plan, int others, double[] gains, boolean portfolio, long seed) {
    var random = new SplittableRandom(seed);
    var finalists = new LinkedHashMap<Candidate, RepeatedFinals.Result>();
    double[] theDefault = new double[gains.length];
    Arrays.fill(theDefault, 1000);
    List<Integer> all = plan == Plan.WHOLE ? List.of(1, 2, 3, 4, 5) : List.of(1, 2);
    finalists.put(candidate(1), result(machine, all, theDefault, plan.rounds, random));
    for (int i = 0; i < others; i++) {
      double[] nanos = theDefault.clone();
      Arrays.setAll(nanos, s -> 1000 / gains[s]);
      // Of five processes a finalist takes part in three: the first, and one of each pair.
      List<Integer> processes =
          others > 2 && plan == Plan.WHOLE ? List.of(1, 2 + i % 2, 4 + i / 2 % 2) : all;
      finalists.put(candidate(i + 2), result(machine, processes, nanos, plan.rounds, random));
    }
    if (plan == Plan.SHORTEST) {
      finalists.keySet().stream()
          .filter(one -> one.number() > 1)
          .sorted(Comparator.comparingDouble(one -> first(finalists, one)))
          .skip(3)
          .toList()
          .forEach(one -> finalists.computeIfPresent(one, (_, result) -> onlyFirst(result)));
    }
    return new FinalsChoice(
            new DecisionRule(
                Objective.DEFAULT,
                AcceptanceRule.DEFAULT,
                portfolio ? Optional.of(PortfolioSettings.DEFAULT) : Optional.empty(),
                new TieBreak(
                    Saxpy.read().defaultConfiguration(),
                    Saxpy.read().parameters(),
                    Optional.empty())),
            finalists,
            candidate(1),
            2000)
        .without(Set.of());
  }

  private static double first(
      Map<Candidate, RepeatedFinals.Result> finalists, Candidate candidate) {
    return GeometricMean.of(
        Objects.requireNonNull(finalists.get(candidate)).first().measurements().stream()
            .mapToDouble(measurement -> measurement.samples().p50())
            .toArray());
  }

  private static RepeatedFinals.Result onlyFirst(RepeatedFinals.Result result) {
    var samples = new LinkedHashMap<String, ProcessSamples>();
    result
        .first()
        .measurements()
        .forEach(one -> samples.put(one.shape(), ProcessSamples.of(one.samples())));
    return new RepeatedFinals.Result(result.first(), samples);
  }

  private static double[] rates(
      Machine machine, int others, double[] gains, boolean portfolio, String row) {
    return rates(machine, Plan.WHOLE, others, gains, portfolio, row);
  }

  private static double[] rates(
      Machine machine, Plan plan, int others, double[] gains, boolean portfolio, String row) {
    var ends = new EnumMap<Decision, Integer>(Decision.class);
    IntStream.range(0, FINALS)
        .mapToObj(
            seed -> choice(machine, plan, others, gains, portfolio, seed).verdict().decision())
        .forEach(end -> ends.merge(end, 1, Integer::sum));
    double[] rates =
        Stream.of(Decision.ACCEPTED, Decision.DEFAULT_STAYS, Decision.UNDECIDED)
            .mapToDouble(end -> ends.getOrDefault(end, 0) / (double) FINALS)
            .toArray();
    System.out.printf(
        Locale.ROOT,
        "%-10s %-8s %d finalists, %d shapes, %s, %s: accepted %.3f, default stays %.3f, undecided %.3f%n",
        machine,
        plan,
        others,
        gains.length,
        portfolio ? "set" : "one",
        row,
        rates[0],
        rates[1],
        rates[2]);
    return rates;
  }

  private static double[] gains(int shapes, double gain) {
    double[] gains = new double[shapes];
    Arrays.fill(gains, gain);
    return gains;
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 1, 1",
    "QUIET_GPU, 6, 4",
    "QUIET_CPU, 1, 1",
    "QUIET_CPU, 6, 4",
    "BUSY_CPU, 1, 1",
    "BUSY_CPU, 6, 4"
  })
  void copiesOfTheDefault_areNeverAccepted(Machine machine, int others, int shapes) {
    assertThat(rates(machine, others, gains(shapes, 1), true, "copies")[0])
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }

  @ParameterizedTest
  @EnumSource
  void copiesOfTheDefault_areNotAcceptedByTheShortestFinalsEither(Machine machine) {
    assertThat(rates(machine, Plan.SHORTEST, 6, gains(4, 1), true, "copies")[0])
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }

  @ParameterizedTest
  @EnumSource
  void oneConfigurationThatLosesAShape_isNotAcceptedByTheShortestFinalsEither(Machine machine) {
    double[] gains = gains(4, 1.2);
    gains[3] = 1 / 1.04;
    assertThat(rates(machine, Plan.SHORTEST, 6, gains, false, "one shape lost by 1.04")[0])
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 1.03, 0",
    "QUIET_GPU, 1.05, 0.95",
    "QUIET_GPU, 1.1, 0.99",
    "QUIET_CPU, 1.05, 0.3",
    "QUIET_CPU, 1.1, 0.95",
    "BUSY_CPU, 1.5, 0"
  })
  void trueGains_areFoundByTheShortestFinals(Machine machine, double gain, double atLeast) {
    assertThat(rates(machine, Plan.SHORTEST, 6, gains(4, gain), true, "gain " + gain)[0])
        .isGreaterThanOrEqualTo(atLeast - 1.0 / FINALS);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 1.03, 0",
    "QUIET_GPU, 1.05, 0.95",
    "QUIET_GPU, 1.1, 0.99",
    "BUSY_CPU, 3, 0",
    "QUIET_CPU, 1.03, 0",
    "QUIET_CPU, 1.05, 0.3",
    "QUIET_CPU, 1.1, 0.95",
    "BUSY_CPU, 1.05, 0",
    "BUSY_CPU, 1.1, 0",
    "BUSY_CPU, 1.5, 0"
  })
  void trueGains_areFound(Machine machine, double gain, double atLeast) {
    assertThat(rates(machine, 6, gains(4, gain), true, "gain " + gain)[0])
        .isGreaterThanOrEqualTo(atLeast - 1.0 / FINALS);
  }

  @ParameterizedTest
  @CsvSource({
    "QUIET_GPU, 1.04",
    "QUIET_GPU, 1.1",
    "QUIET_CPU, 1.04",
    "QUIET_CPU, 1.1",
    "BUSY_CPU, 1.04",
    "BUSY_CPU, 1.1"
  })
  void oneConfigurationThatLosesAShape_isNotAccepted(Machine machine, double loss) {
    double[] gains = gains(4, 1.2);
    gains[3] = 1 / loss;
    assertThat(rates(machine, 6, gains, false, "one shape lost by " + loss)[0])
        .isLessThanOrEqualTo(0.01 + 1.0 / FINALS);
  }
}
