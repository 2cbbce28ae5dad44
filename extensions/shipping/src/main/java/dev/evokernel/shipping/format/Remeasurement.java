package dev.evokernel.shipping.format;

import module java.base;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * Interleaved measurement of several configurations of one kernel, in one fresh process after
 * another.
 *
 * <p>Bonferroni's correction makes the intervals of all configurations on all shapes hold together.
 */
final class Remeasurement {

  private final Target target;
  private final ComparisonSettings settings;
  private final List<Configuration> configurations;
  private final SplittableRandom random;

  /** Outcome of a rejected configuration. */
  private final Map<Configuration, Outcome.Rejected> rejected = new LinkedHashMap<>();

  /** Samples by shape and process. */
  private final Map<String, List<Map<Configuration, Measurement>>> measured = new HashMap<>();

  /**
   * @param configurations the default first, then others
   */
  Remeasurement(
      Target target, ComparisonSettings settings, Collection<Configuration> configurations) {
    this.target = target;
    this.settings = settings;
    this.configurations = configurations.stream().distinct().toList();
    this.random = new SplittableRandom(settings.seed());
  }

  /**
   * Measures until a condition holds, at least in two processes.
   *
   * @param news receives each step
   */
  void measure(BooleanSupplier answered, Consumer<String> news) throws InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      news.accept("compiling %d configurations".formatted(configurations.size()));
      InterleavedComparison comparison =
          InterleavedComparison.of(
              settings.setup(target, temporary.folder(), news),
              configurations.stream()
                  .map(each -> new ComparedVariant(each.toString(), target.kernel(), each))
                  .toList());
      for (int process = 1; process <= settings.processes(); process++) {
        news.accept("measuring, process %d of at most %d".formatted(process, settings.processes()));
        take(comparison.hold(SequentialComparison.settings(random)));
        if (process >= ComparisonRule.CONFIRMATIONS && answered.getAsBoolean()) {
          return;
        }
      }
    }
  }

  private void take(List<Outcome> outcomes) {
    var byShape = new HashMap<String, Map<Configuration, Measurement>>();
    for (int i = 0; i < outcomes.size(); i++) {
      Configuration configuration = configurations.get(i);
      switch (outcomes.get(i)) {
        case Outcome.Rejected why -> rejected.putIfAbsent(configuration, why);
        case Outcome.Measured(List<Measurement> all) ->
            all.forEach(
                each ->
                    byShape
                        .computeIfAbsent(each.shape(), _ -> new HashMap<>())
                        .put(configuration, each));
      }
    }
    byShape.forEach(
        (shape, samples) -> measured.computeIfAbsent(shape, _ -> new ArrayList<>()).add(samples));
  }

  Optional<Outcome.Rejected> rejection(Configuration configuration) {
    return Optional.ofNullable(rejected.get(configuration));
  }

  List<Configuration> configurations() {
    return configurations;
  }

  /** Compares a configuration with a base; empty if one of them was rejected. */
  Optional<Contrast> contrast(String shape, Configuration base, Configuration other) {
    List<PairedSamples> pairs = pairs(shape, base, other);
    return pairs.isEmpty() || rejected.containsKey(base) || rejected.containsKey(other)
        ? Optional.empty()
        : Optional.of(
            settings
                .rule(target.shapes().size() * Math.max(1, configurations.size() - 1))
                .contrast(pairs, random.split()));
  }

  /** Times of a configuration beside those of a base. */
  Bucket.Times times(String shape, Configuration base, Configuration other) {
    List<PairedSamples> pairs = pairs(shape, base, other);
    Samples bases = PairedSamples.bases(pairs);
    Samples others = PairedSamples.others(pairs);
    Contrast contrast = contrast(shape, base, other).orElseThrow();
    return new Bucket.Times(
        bases.p50(),
        others.p50(),
        others.p90(),
        others.count(),
        contrast.p50().ratio(),
        contrast.p50().low(),
        contrast.p50().high(),
        pairs.size());
  }

  Optional<Boolean> sameBits(String shape, Configuration base, Configuration other) {
    return measured.getOrDefault(shape, List.of()).stream()
        .filter(process -> process.containsKey(base) && process.containsKey(other))
        .findFirst()
        .flatMap(
            process ->
                Objects.requireNonNull(process.get(base))
                    .sameBits(Objects.requireNonNull(process.get(other))));
  }

  private List<PairedSamples> pairs(String shape, Configuration base, Configuration other) {
    return measured.getOrDefault(shape, List.of()).stream()
        .filter(process -> process.containsKey(base) && process.containsKey(other))
        .map(
            process ->
                new PairedSamples(
                    Objects.requireNonNull(process.get(base)).samples(),
                    Objects.requireNonNull(process.get(other)).samples()))
        .toList();
  }
}
