package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.TimeBudget.CompilerActivity;
import dev.evokernel.store.TimeBudget.DeviceActivity;

/** A small run with everything in it, for tests. */
public final class ExampleRun {

  public static final Instant START = Instant.parse("2026-11-20T19:32:05Z");
  public static final String ID = "gemm-20261120-193205";
  private static final List<String> SHAPES = List.of("small", "ragged");

  private ExampleRun() {}

  public static RunRecord run() {
    return run(ID, START);
  }

  public static RunRecord run(String id, Instant started) {
    return run(id, started, Objective.DEFAULT);
  }

  public static RunRecord run(String id, Instant started, Objective objective) {
    return new RunRecord(
        id,
        new Subject(
            "gemm",
            "kernels/gemm",
            "5d41402abc4b2a76",
            "cpu",
            List.of(
                new Parameter("TILE_M", List.of(Value.of(16), Value.of(32), Value.of(64))),
                new Parameter("SCALE", List.of(Value.of(0.5), Value.of(2.0))),
                new Parameter("PACK", List.of(Value.of(false), Value.of(true))),
                new Parameter("LAYOUT", List.of(Value.of("row"), Value.of("column")))),
            configuration(64, "row"),
            List.of(workload("small", 128, 128, 128), workload("ragged", 131, 77, 59)),
            Optional.empty(),
            WrittenMacros.NONE),
        new Provenance(
            new DeviceIdentity("cpu", "AMD EPYC, 2 cores", "6.1.0-30-amd64"),
            "gcc 12.2.0",
            "builder",
            Optional.of(new Commit("0123456789abcdef0123456789abcdef01234567", true)),
            "0.1.0",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false),
        "kernel: kernels/gemm\nshapes: [small, ragged]\n",
        42,
        objective,
        started);
  }

  /** The same with shapes that are timed from flushed caches. */
  public static RunRecord cold(String id, Instant started) {
    RunRecord hot = run(id, started);
    Subject subject = hot.subject();
    return Altered.of(
        hot,
        "id",
        id,
        "subject",
        Altered.of(
            subject,
            "workloads",
            subject.workloads().stream()
                .map(
                    one ->
                        new Workload(one.shape().with(CacheState.COLD), one.flops(), one.bytes()))
                .toList(),
            "arithmetic",
            Optional.empty(),
            "macros",
            WrittenMacros.NONE),
        "started",
        started);
  }

  private static Workload workload(String name, long m, long n, long k) {
    var dimensions = new LinkedHashMap<String, Long>();
    dimensions.put("M", m);
    dimensions.put("N", n);
    dimensions.put("K", k);
    return new Workload(
        new Shape(name, dimensions), 2.0 * m * n * k, 4.0 * (m * k + k * n + m * n));
  }

  public static Configuration configuration(long tile, String layout) {
    var values = new LinkedHashMap<String, Value>();
    values.put("TILE_M", Value.of(tile));
    values.put("SCALE", Value.of(2.0));
    values.put("PACK", Value.of(true));
    values.put("LAYOUT", Value.of(layout));
    return new Configuration(values);
  }

  public static Proposal proposal(int number, long tile) {
    return new Proposal(
        number,
        number == 1 ? 0 : 1,
        number == 1 ? "default" : "crossover",
        configuration(tile, "row"));
  }

  /** Forty samples around {@code nanos}, at most 2 % off, the same for the same arguments. */
  public static Samples samples(double nanos, long seed) {
    var random = new SplittableRandom(seed);
    return Samples.of(
        DoubleStream.generate(() -> nanos * (0.98 + 0.04 * random.nextDouble()))
            .limit(40)
            .toArray());
  }

  public static Evaluation measured(double small, double ragged) {
    return Examples.ended(
        new Outcome.Measured(
            List.of(
                new Measurement(
                    "small",
                    samples(small, 1),
                    8,
                    List.of(new OutputComparison("C", 16384, 0, 0, 77, 1.5, 1.5000001, 0.25))),
                new Measurement(
                    "ragged",
                    samples(ragged, 2),
                    32,
                    List.of(new OutputComparison("C", 10087, 0, 0, 3, -2.5, -2.5, 0.5)),
                    new Resources(168, 24, 1024, 65536, 0.1875),
                    OptionalDouble.of(0.0125),
                    device()))),
        OptionalDouble.of(Math.sqrt(small / 100_000 * ragged / 40_000)),
        "ab54d286",
        412_000_000,
        731_000_000,
        START.plusSeconds(3));
  }

  /** Of a GPU that was too hot for a while. */
  private static DeviceState device() {
    return new DeviceState(
        OptionalDouble.of(1755),
        OptionalDouble.of(3201),
        OptionalDouble.of(612.5),
        OptionalDouble.of(63),
        OptionalDouble.empty(),
        Optional.empty(),
        Set.of(Throttle.POWER_CAP, Throttle.HARDWARE_THERMAL),
        OptionalInt.of(1),
        false,
        14);
  }

  public static Evaluation rejected(Rejection reason, String shape, String message) {
    return Examples.ended(
        new Outcome.Rejected(reason, shape, message),
        OptionalDouble.empty(),
        "",
        95_000_000,
        0,
        START.plusSeconds(5));
  }

  /** The default, a better one, a wrong one, one that does not compile and one still attempted. */
  public static List<Candidate> candidates() {
    return List.of(
        new Candidate(ID, proposal(1, 64), 1, Optional.of(measured(100_000, 40_000))),
        new Candidate(ID, proposal(2, 32), 1, Optional.of(measured(80_000, 34_000))),
        new Candidate(
            ID,
            new Proposal(3, 1, "mutation", configuration(16, "column")),
            1,
            Optional.of(
                rejected(
                    Rejection.WRONG_RESULT, "ragged", "C[7] is 1.5 instead of 2.5, \"far\" off"))),
        new Candidate(
            ID,
            new Proposal(4, 2, "mutation", configuration(16, "row")),
            0,
            Optional.of(
                rejected(
                    Rejection.COMPILE_ERROR,
                    "",
                    "gemm.c:12: \u001b[31merror\u001b[0m: bad tile\n  12 | x = 1, y | 2;"))),
        new Candidate(
            ID, new Proposal(5, 2, "random", configuration(32, "column")), 2, Optional.empty()));
  }

  /** Candidate 2 against the default. */
  public static FinalsDecision finals() {
    return finals(80_000, 34_000);
  }

  /** The default on one shape and candidate 2 on the other. */
  public static PortfolioDecision portfolio() {
    var alone = new LinkedHashMap<String, Double>();
    alone.put("small", 0.0);
    alone.put("ragged", 0.25);
    var both = new LinkedHashMap<String, Double>();
    both.put("small", 0.0);
    both.put("ragged", 0.0);
    var dispatched = new LinkedHashMap<String, Integer>();
    dispatched.put("small", 2);
    dispatched.put("ragged", 1);
    return new PortfolioDecision(
        List.of(
            new PortfolioDecision.CandidateSet(List.of(2), 1.07, alone, Verdict.Decision.UNDECIDED),
            new PortfolioDecision.CandidateSet(
                List.of(1, 2), 1.125, both, Verdict.Decision.ACCEPTED)),
        2,
        dispatched,
        new Verdict(Verdict.Decision.ACCEPTED, List.of("On small it is faster.")));
  }

  /** Finals that dispatch the shapes by {@link #portfolio()}. */
  public static FinalsDecision portfolioFinals() {
    FinalsDecision champion = finals();
    return new FinalsDecision(
        champion.results(), portfolio().verdict(), champion.tied(), Optional.of(portfolio()));
  }

  public static FinalsDecision finals(double small, double ragged) {
    var before = new LinkedHashMap<String, ProcessSamples>();
    before.put("small", threeTimes(samples(101_000, 11)));
    before.put("ragged", threeTimes(samples(40_500, 12)));
    var after = new LinkedHashMap<String, ProcessSamples>();
    after.put("small", threeTimes(samples(small, 13)));
    after.put("ragged", threeTimes(samples(ragged, 14)));
    Map<String, ConfirmedRatio> known =
        java.util.Objects.requireNonNull(ConfirmedRatio.of(before, Map.of(2, after), 2).get(2));
    var ratios = new LinkedHashMap<String, Optional<ConfirmedRatio>>();
    before.keySet().forEach(shape -> ratios.put(shape, Optional.ofNullable(known.get(shape))));
    Verdict verdict = AcceptanceRule.DEFAULT.judge(ratios);
    Role role = verdict.accepted() ? Role.CHAMPION : Role.FINALIST;
    var results = new ArrayList<FinalistMeasurement>();
    for (String shape : SHAPES) {
      results.add(
          new FinalistMeasurement(
              2,
              role,
              shape,
              java.util.Objects.requireNonNull(after.get(shape)),
              OptionalDouble.of(0.011),
              java.util.Objects.requireNonNull(ratios.get(shape)).map(ConfirmedRatio::speedUp),
              shape.equals("ragged") ? device() : DeviceState.UNKNOWN));
      results.add(
          new FinalistMeasurement(
              1,
              Role.DEFAULT,
              shape,
              java.util.Objects.requireNonNull(before.get(shape)),
              OptionalDouble.empty(),
              Optional.empty(),
              DeviceState.UNKNOWN));
    }
    return new FinalsDecision(results, verdict, List.of(2));
  }

  private static ProcessSamples threeTimes(Samples samples) {
    return ProcessSamples.of(samples).with(2, samples).with(3, samples);
  }

  public static TimeBudget timeBudget() {
    return new TimeBudget(
        Map.of(
            DeviceActivity.STARTING, Duration.ofSeconds(1),
            DeviceActivity.CHECKING, Duration.ofSeconds(40),
            DeviceActivity.TIMING, Duration.ofSeconds(100),
            DeviceActivity.LOADING, Duration.ofSeconds(4),
            DeviceActivity.BOOKKEEPING, Duration.ofSeconds(2),
            DeviceActivity.RESTARTING, Duration.ofSeconds(4),
            DeviceActivity.WAITING, Duration.ofSeconds(10),
            DeviceActivity.FINALS, Duration.ofSeconds(20)),
        Map.of(
            CompilerActivity.COMPILING, Duration.ofSeconds(600),
            CompilerActivity.CACHED, Duration.ofSeconds(20),
            CompilerActivity.WAITING, Duration.ofSeconds(1780)),
        560,
        41);
  }

  public static RunHistory history() {
    return history(Objective.DEFAULT);
  }

  /** The same run, had it minimised something else. */
  public static RunHistory history(Objective objective) {
    return Examples.history(
        new StoredRun(
            run(ID, START, objective),
            RunStatus.FINISHED,
            Optional.of(START.plusSeconds(181)),
            Duration.ofSeconds(181),
            timeBudget(),
            Optional.empty()),
        candidates(),
        Optional.of(finals()));
  }

  /** Interrupted before its finals. */
  public static RunHistory interrupted() {
    return Examples.history(
        new StoredRun(
            run(),
            RunStatus.INTERRUPTED,
            Optional.empty(),
            Duration.ofSeconds(90),
            TimeBudget.NONE,
            Optional.empty()),
        candidates(),
        Optional.empty());
  }

  /** Writes {@link #history()} as a run would. */
  public static void writeTo(ResultStore store) {
    store.begin(run());
    for (Candidate candidate : candidates()) {
      for (int attempt = 0; attempt < candidate.attempts(); attempt++) {
        store.attempt(ID, candidate.proposal());
      }
      candidate
          .evaluation()
          .ifPresent(evaluation -> store.record(ID, candidate.proposal(), evaluation));
    }
    store.recordFinals(ID, finals());
    store.spent(ID, Duration.ofSeconds(181), timeBudget());
    store.finish(
        ID, RunStatus.FINISHED, Optional.empty(), Duration.ofSeconds(181), START.plusSeconds(181));
  }
}
