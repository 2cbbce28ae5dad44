package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.run.TuningRun;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.worker.DeviceWorker;

/**
 * Spread of a repeatedly measured speed-up, and its causes: the default and the champion of a short
 * run are measured under conditions that differ in one thing.
 *
 * @param plan of the short run
 * @param progress receives progress messages
 */
public record RatioSpread(RunSpec plan, Consumer<String> progress) {

  public enum Condition {
    SAME_PROCESS("in one process"),
    FRESH_PROCESS("each in a fresh process"),
    OTHER_ORDER("fresh, the champion loaded first"),
    BESIDE_OTHERS("fresh, all finalists beside"),
    AFTER_REST("fresh, after 3 s without a launch"),
    AFTER_LOAD("fresh, after 3 s of launches");

    private final String words;

    Condition(String words) {
      this.words = words;
    }

    @JsonValue
    public String words() {
      return words;
    }
  }

  /**
   * Speed-ups on one shape under one condition.
   *
   * @param ratios the default's p50 over the champion's, one for each repetition
   */
  @JsonPropertyOrder({"shape", "condition"})
  public record Repeated(
      Condition condition, String shape, @JsonProperty("speed_ups") List<Double> ratios) {

    public Repeated {
      ratios = List.copyOf(ratios);
    }

    public double mean() {
      return GeometricMean.of(ratios.stream().mapToDouble(ratio -> ratio).toArray());
    }

    /** Standard deviation of the ratios' logarithms. */
    public double deviation() {
      double mean = Math.log(mean());
      double squares =
          ratios.stream()
              .mapToDouble(ratio -> Math.log(ratio) - mean)
              .map(distance -> distance * distance)
              .sum();
      return Math.sqrt(squares / (ratios.size() - 1));
    }
  }

  private static final Duration PAUSE = Duration.ofSeconds(3);

  private static final FinalsSettings LOAD =
      new FinalsSettings(200, 200, Duration.ofMillis(4), PAUSE, 1, false);

  /**
   * Runs the search and measures.
   *
   * @param repetitions under each condition, at least 2
   * @throws EnvironmentException if the machine fails, or the run finds nothing better than the
   *     default
   */
  public List<Repeated> measure(int repetitions) throws InterruptedException {
    List<Configuration> finalists = finalists();
    InterleavedComparison all = InterleavedComparison.of(plan, plan.origin().results(), finalists);
    var found = new EnumMap<Condition, SequencedMap<String, List<Double>>>(Condition.class);
    var random = new SplittableRandom(plan.search().settings().seed());
    try (DeviceWorker kept = all.between(0, 1).process()) {
      for (int i = 0; i < repetitions; i++) {
        progress.accept("repetition %d of %d".formatted(i + 1, repetitions));
        var conditions = new ArrayList<>(List.of(Condition.values()));
        Collections.shuffle(conditions, Random.from(random));
        for (Condition condition : conditions) {
          List<Outcome> outcomes = held(condition, all, kept, random);
          note(found.computeIfAbsent(condition, _ -> new LinkedHashMap<>()), outcomes);
        }
      }
    }
    var repeated = new ArrayList<Repeated>();
    found.forEach(
        (condition, shapes) ->
            shapes.forEach(
                (shape, ratios) -> repeated.add(new Repeated(condition, shape, ratios))));
    return repeated;
  }

  /** Searches, and returns the default, the champion and the other finalists, in this order. */
  private List<Configuration> finalists() throws InterruptedException {
    progress.accept("searching for a champion");
    try (ResultStore store =
        ResultStore.open(plan.origin().results().resolve(ResultStore.FILE_NAME))) {
      RunHistory history =
          new TuningRun(plan, store, RunEnvironment.ofThisMachine(plan, InstantSource.system()))
              .run(Optional.empty(), new RunListener() {});
      Configuration ofDefault = plan.kernel().defaultConfiguration();
      Configuration champion = Conclusion.of(history).configuration();
      List<Configuration> finalists =
          Stream.concat(
                  Stream.of(ofDefault, champion),
                  history.finals().stream()
                      .flatMap(finals -> finals.results().stream())
                      .map(result -> history.candidate(result.candidate()).orElseThrow())
                      .map(Candidate::configuration))
              .distinct()
              .toList();
      if (champion.equals(ofDefault)) {
        throw new EnvironmentException(
            "The run found nothing faster than the default. Give it more time, for example"
                + " --wall 5m");
      }
      return finalists;
    }
  }

  private static List<Outcome> held(
      Condition condition, InterleavedComparison all, DeviceWorker kept, SplittableRandom random)
      throws InterruptedException {
    FinalsSettings settings = SequentialComparison.settings(random);
    InterleavedComparison pair = all.between(0, 1);
    return switch (condition) {
      case SAME_PROCESS -> pair.holdIn(kept, settings);
      case FRESH_PROCESS -> pair.hold(settings);
      case OTHER_ORDER -> all.between(1, 0).hold(settings).reversed();
      case BESIDE_OTHERS -> all.hold(settings).subList(0, 2);
      case AFTER_REST -> {
        try (DeviceWorker device = pair.process()) {
          TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
          yield pair.holdIn(device, settings);
        }
      }
      case AFTER_LOAD -> {
        try (DeviceWorker device = pair.process()) {
          long until = System.nanoTime() + PAUSE.toNanos();
          while (System.nanoTime() < until) {
            var _ = pair.holdIn(device, LOAD);
          }
          yield pair.holdIn(device, settings);
        }
      }
    };
  }

  private static void note(Map<String, List<Double>> found, List<Outcome> outcomes) {
    if (!(outcomes.getFirst() instanceof Measured(List<Measurement> base))
        || !(outcomes.getLast() instanceof Measured(List<Measurement> other))) {
      throw new EnvironmentException(
          "A finalist was rejected in a repeated measurement: " + outcomes);
    }
    for (int i = 0; i < base.size(); i++) {
      double ratio = base.get(i).samples().p50() / other.get(i).samples().p50();
      found.computeIfAbsent(base.get(i).shape(), _ -> new ArrayList<>()).add(ratio);
    }
  }
}
