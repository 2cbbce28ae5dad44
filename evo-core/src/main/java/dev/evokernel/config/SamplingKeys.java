package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.measure.Entropy;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeDeviation;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.SampleBounds;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.measure.StoppingRule;
import dev.evokernel.text.YamlText.Word;

/** Keys of the section {@code sampling}: how candidates are timed, and when timing stops. */
final class SamplingKeys {

  private static final double ERROR = 0.004;
  private static final double DEVIATION = 0.005;
  private static final double BITS = 0.05;
  private static final int COUNT = 100;

  /** Label of the cache state that {@code kernel.yaml} declares for each shape. */
  private static final String DECLARED = "declared";

  private static final Duration COUNT_AT_MOST = Duration.ofSeconds(15);

  /** Keys that each rule reads; the first key is the rule's own number. */
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "error", List.of("error", "samples", "seconds"),
          "deviation", List.of("deviation", "samples", "seconds"),
          "stable-noise", List.of("deviation", "samples", "seconds"),
          "entropy", List.of("bits", "samples", "seconds"),
          "count", List.of("count", "seconds"));

  private SamplingKeys() {}

  static SamplingSettings of(Keys keys, SamplingSettings settings) {
    StoppingRule stop = stop(keys, settings.stop());
    SampleBounds bounds = settings.bounds();
    if (!(stop instanceof FixedCount(int count))) {
      bounds = keys.section("samples", bounds, (inner, usual) -> samples(keys, inner, usual));
    } else if (!(settings.stop() instanceof FixedCount)) {
      int least = Math.min(count, bounds.minSamples());
      bounds = new SampleBounds(least, count, Duration.ZERO, COUNT_AT_MOST);
    }
    bounds = keys.section("seconds", bounds, (inner, usual) -> seconds(keys, inner, usual));
    Optional<CacheState> cache =
        keys.value(
            "cache",
            settings.sample().cache(),
            node -> CacheState.ofLabel(node.text()),
            state -> new Word(state.map(CacheState::label).orElse(DECLARED)));
    double error = keys.number("race", settings.race().error());
    boolean energy = keys.flag("energy", settings.sample().energy());
    SamplingSettings timed =
        settings
            .until(stop)
            .racing(new Race(error, settings.race().margin()))
            .withEnergy(energy)
            .between(bounds.minSamples(), bounds.maxSamples())
            .between(bounds.atLeast(), bounds.atMost());
    return cache.map(timed::from).orElse(timed);
  }

  private static StoppingRule stop(Keys keys, StoppingRule present) {
    String rule = keys.value("stop", rule(present), YamlNode::text, Word::new);
    List<String> read = KEYS.getOrDefault(rule, List.of());
    for (String key : List.of("error", "deviation", "bits", "count", "samples")) {
      if (!read.contains(key)) {
        keys.problem(
            key,
            "'%s' has no effect with 'stop: %s'".formatted(key, rule),
            "This rule reads %s. Remove '%s', or choose another rule."
                .formatted(String.join(", ", read), key));
      }
    }
    return switch (rule) {
      case "deviation" ->
          new RelativeDeviation(
              keys.number(
                  "deviation", present instanceof RelativeDeviation(double d) ? d : DEVIATION));
      case "stable-noise" ->
          new StableNoise(
              keys.number("deviation", present instanceof StableNoise(double d) ? d : DEVIATION));
      case "entropy" ->
          new Entropy(keys.number("bits", present instanceof Entropy(double bits) ? bits : BITS));
      case "count" ->
          new FixedCount(
              keys.integer("count", present instanceof FixedCount(int count) ? count : COUNT));
      default ->
          new RelativeError(
              keys.number("error", present instanceof RelativeError(double e) ? e : ERROR));
    };
  }

  private static String rule(StoppingRule stop) {
    return switch (stop) {
      case RelativeError _ -> "error";
      case RelativeDeviation _ -> "deviation";
      case StableNoise _ -> "stable-noise";
      case Entropy _ -> "entropy";
      case FixedCount _ -> "count";
    };
  }

  /** Bounds of the number; one that stands alone moves the other out of its way. */
  private static SampleBounds samples(Keys sampling, Keys keys, SampleBounds usual) {
    int least = keys.integer("least", usual.minSamples());
    int most = keys.integer("most", usual.maxSamples());
    most = keys.lacks("most") ? Math.max(least, most) : most;
    least = keys.lacks("least") ? Math.min(least, most) : least;
    if (least > most) {
      cross(sampling, "samples", least, most);
      return usual;
    }
    return new SampleBounds(least, most, usual.atLeast(), usual.atMost());
  }

  private static SampleBounds seconds(Keys sampling, Keys keys, SampleBounds usual) {
    double least = keys.number("least", seconds(usual.atLeast()));
    double most = keys.number("most", seconds(usual.atMost()));
    most = keys.lacks("most") ? Math.max(least, most) : most;
    least = keys.lacks("least") ? Math.min(least, most) : least;
    if (least > most) {
      cross(sampling, "seconds", least, most);
      return usual;
    }
    return new SampleBounds(
        usual.minSamples(), usual.maxSamples(), duration(least), duration(most));
  }

  private static void cross(Keys sampling, String key, Object least, Object most) {
    sampling.problem(
        key,
        "'least' (%s) is more than 'most' (%s)".formatted(least, most),
        "Swap them, or remove one.");
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }
}
