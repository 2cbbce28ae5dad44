package dev.evokernel.finals;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.AcceptanceRule.Tail;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;

/**
 * Finals drawn at random, and the history of their run: noise of 0 to 30 %, 1 to 10 shapes, 1 to 8
 * finalists, missing and disturbed processes, finalists with a worse p90 or a finding.
 *
 * @param samples of each finalist by shape, the default's included
 */
record DrawnFinals(
    RunHistory history,
    AcceptanceRule acceptance,
    SequencedMap<Integer, Map<String, ProcessSamples>> samples,
    Set<Integer> excluded) {

  static final int DEFAULT = 1;
  private static final Kernel KERNEL = Saxpy.read();
  private static final int ROUNDS = 12;

  static DrawnFinals of(long seed) {
    try {
      return new Draw(new SplittableRandom(seed)).finals();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  Over over() {
    return history.run().run().objective().over();
  }

  FinalsDecision decision() {
    return history.finals().orElseThrow();
  }

  /** Everything that is drawn for one run. */
  private static final class Draw {

    private final SplittableRandom random;
    private final List<String> shapes;
    private final int processes;
    private final double noise;
    private final double variation;
    private final double disturbed;
    private final Objective objective;
    private final SequencedMap<Candidate, SequencedMap<String, ProcessSamples>> finalists =
        new LinkedHashMap<>();

    Draw(SplittableRandom random) {
      this.random = random;
      int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 10 : 4);
      this.shapes = IntStream.range(0, count).mapToObj(s -> "s" + s).toList();
      this.processes = 1 + random.nextInt(5);
      this.noise = 0.3 * random.nextDouble() * random.nextDouble();
      this.variation = random.nextBoolean() ? 0 : noise;
      this.disturbed = random.nextInt(4) == 0 ? 0.2 : 0;
      this.objective =
          new Objective(
              switch (random.nextInt(6)) {
                case 0 -> new Over.Worst();
                case 1 ->
                    new Over.Weighted(
                        shapes.stream()
                            .collect(Collectors.toMap(s -> s, _ -> 1 + random.nextDouble())));
                default -> new Over.Geomean();
              },
              List.of(Metric.TIME));
    }

    DrawnFinals finals() throws InterruptedException {
      int others = 1 + random.nextInt(random.nextInt(10) == 0 ? 8 : 4);
      for (int number = DEFAULT; number <= DEFAULT + others; number++) {
        enter(number);
      }
      var acceptance =
          new AcceptanceRule(
              random.nextBoolean() ? 1.03 : 1.1,
              1 + random.nextInt(2),
              random.nextBoolean() ? Tail.ANY : Tail.NOT_WORSE);
      var rule =
          new DecisionRule(
              objective,
              acceptance,
              random.nextInt(3) == 0
                  ? Optional.empty()
                  : Optional.of(new PortfolioSettings(0.01, 1 + random.nextInt(4))),
              new TieBreak(KERNEL.defaultConfiguration(), KERNEL.parameters(), Optional.empty()));
      Set<Integer> unsafe = random.nextInt(8) == 0 ? Set.of(2, 3) : Set.of();
      var exclusions = new ArrayList<Exclusion>();
      FinalsDecision decision = decided(rule, unsafe, exclusions);
      var samples = new LinkedHashMap<Integer, Map<String, ProcessSamples>>();
      finalists.forEach((candidate, result) -> samples.put(candidate.number(), result));
      Set<Integer> excluded =
          exclusions.stream().map(Exclusion::candidate).collect(Collectors.toSet());
      return new DrawnFinals(history(decision, exclusions), acceptance, samples, excluded);
    }

    private FinalsDecision decided(
        DecisionRule rule, Set<Integer> unsafe, List<Exclusion> exclusions)
        throws InterruptedException {
      var confirmation =
          new Confirmation(
              rule,
              KERNEL.defaultConfiguration(),
              processes,
              (candidate, why) ->
                  exclusions.add(new Exclusion(candidate.number(), why, Examples.NOW)));
      for (int process = 1; process <= processes; process++) {
        add(confirmation, process);
      }
      return confirmation.decide(
          finalist ->
              unsafe.contains(finalist.candidate().number())
                  ? Optional.of(new Rejected(Rejection.SANITIZER, "s0", "a read of 4 bytes"))
                  : Optional.empty(),
          false);
    }

    /** Adds what the finalists that took part in a process measured there. */
    private void add(Confirmation confirmation, int process) {
      var present = new ArrayList<BuiltFinalist>();
      var outcomes = new ArrayList<Outcome>();
      finalists.forEach(
          (candidate, samples) -> {
            var measurements = new ArrayList<Measurement>();
            samples.forEach(
                (shape, byProcess) ->
                    Optional.ofNullable(byProcess.processes().get(process))
                        .map(own -> new Measurement(shape, own, 1, List.of()))
                        .ifPresent(measurements::add));
            if (!measurements.isEmpty()) {
              present.add(
                  new BuiltFinalist(
                      candidate, Examples.compiled("" + candidate.number()).binary()));
              outcomes.add(new Measured(measurements));
            }
          });
      confirmation.add(process, "cpu", present, outcomes);
    }

    private void enter(int number) {
      double gain = number == DEFAULT ? 0 : 0.1 * random.nextGaussian() - 0.05;
      double tail = number != DEFAULT && random.nextInt(4) == 0 ? 0.5 : 0;
      double[] nanos =
          DoubleStream.generate(() -> 1000 * Math.exp(gain + 0.1 * random.nextGaussian()))
              .limit(shapes.size())
              .toArray();
      List<Integer> present =
          IntStream.rangeClosed(1, processes)
              .filter(p -> p == 1 || number == DEFAULT || random.nextInt(3) > 0)
              .boxed()
              .toList();
      var samples = new LinkedHashMap<String, ProcessSamples>();
      var first = new ArrayList<Measurement>();
      for (int s = 0; s < nanos.length; s++) {
        var byProcess = new TreeMap<Integer, Samples>();
        for (int process : present) {
          byProcess.put(process, drawn(nanos[s], tail));
        }
        samples.put(shapes.get(s), new ProcessSamples(byProcess));
        first.add(new Measurement(shapes.get(s), byProcess.firstEntry().getValue(), 1, List.of()));
      }
      finalists.put(candidate(number, new Measured(first)), samples);
    }

    private Samples drawn(double nanos, double tail) {
      double median = nanos * Math.exp(variation * random.nextGaussian());
      double lost = random.nextDouble() < disturbed ? 0.6 : 0;
      return Samples.of(
          DoubleStream.generate(
                  () ->
                      median
                          * Math.exp(noise * random.nextGaussian())
                          * (random.nextDouble() < 0.2 ? 1 + tail : 1)
                          * (random.nextDouble() < lost ? 10 : 1))
              .limit(ROUNDS)
              .toArray());
    }

    private Candidate candidate(int number, Measured measured) {
      Configuration configuration =
          number == DEFAULT
              ? KERNEL.defaultConfiguration()
              : KERNEL
                  .defaultConfiguration()
                  .with("BLOCK", Value.of(List.of(16, 32, 128, 256).get(number % 4)))
                  .with("UNROLL", Value.of(number / 4 + 1));
      return new Candidate(
          "run",
          new Proposal(number, 0, "random", configuration),
          1,
          Optional.of(
              Examples.ended(
                  measured, OptionalDouble.of(number), "digest " + number, 1, 1, Examples.NOW)));
    }

    private RunHistory history(FinalsDecision decision, List<Exclusion> exclusions) {
      List<Workload> workloads =
          shapes.stream()
              .map(name -> new Workload(new Shape(name, Map.of("N", 64L)), 0, 0))
              .toList();
      return Altered.of(
          ExampleRun.history(objective),
          "run.run.subject.parameters",
          KERNEL.parameters(),
          "run.run.subject.defaultConfiguration",
          KERNEL.defaultConfiguration(),
          "run.run.subject.workloads",
          workloads,
          "candidates",
          List.copyOf(finalists.sequencedKeySet()),
          "finals",
          Optional.of(decision),
          "flags",
          new FlaggedCandidates(exclusions, List.of(), List.of()));
    }
  }
}
