package dev.evokernel.config;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.measure.Entropy;
import dev.evokernel.measure.FixedCount;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeDeviation;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.measure.StableNoise;
import dev.evokernel.measure.StoppingRule;

/** Section {@code sampling} of a job: how candidates are timed, and when timing stops. */
final class SamplingSection {

  private static final double ERROR = 0.004;
  private static final double DEVIATION = 0.005;
  private static final double BITS = 0.05;
  private static final int COUNT = 100;

  /** Label of the cache state that {@code kernel.yaml} declares for each shape. */
  private static final String DECLARED = "declared";

  /** Time limit of a fixed count. */
  private static final Duration COUNT_AT_MOST = Duration.ofSeconds(15);

  /** Keys that each rule reads; the first key is the rule's own number. */
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "error", List.of("error", "samples", "seconds"),
          "deviation", List.of("deviation", "samples", "seconds"),
          "stable-noise", List.of("deviation", "samples", "seconds"),
          "entropy", List.of("bits", "samples", "seconds"),
          "count", List.of("count", "seconds"));

  private final YamlDocument document;
  private final YamlNode.Mapping node;
  private final String rule;

  private SamplingSection(YamlDocument document, YamlNode.Mapping node) {
    this.document = document;
    this.node = node;
    this.rule = node.find("stop").map(YamlNode::text).orElse("error");
  }

  /** Reads the section; errors go to the document. */
  static SamplingSettings read(YamlDocument document, YamlNode.Mapping node) {
    return new SamplingSection(document, node).settings();
  }

  private SamplingSettings settings() {
    refuseIneffectiveKeys();
    StoppingRule stop = stop();
    SamplingSettings settings =
        SamplingSettings.DEFAULT
            .until(stop)
            .racing(new Race(number("race", Race.DEFAULT.error()), Race.DEFAULT.margin()))
            .withEnergy(node.find("energy").filter(SamplingSection::isTrue).isPresent());
    settings =
        node.find("cache")
            .flatMap(cache -> CacheState.ofLabel(cache.text()))
            .map(settings::from)
            .orElse(settings);
    if (stop instanceof FixedCount(int count)) {
      return seconds(
          settings.between(Math.min(count, SamplingSettings.DEFAULT.bounds().minSamples()), count),
          Duration.ZERO,
          COUNT_AT_MOST);
    }
    return seconds(samples(settings), settings.bounds().atLeast(), settings.bounds().atMost());
  }

  private StoppingRule stop() {
    return switch (rule) {
      case "deviation" -> new RelativeDeviation(number("deviation", DEVIATION));
      case "stable-noise" -> new StableNoise(number("deviation", DEVIATION));
      case "entropy" -> new Entropy(number("bits", BITS));
      case "count" ->
          new FixedCount(
              node.find("count").map(YamlNode::integer).map(Long::intValue).orElse(COUNT));
      default -> new RelativeError(number("error", ERROR));
    };
  }

  private void refuseIneffectiveKeys() {
    List<String> read = KEYS.getOrDefault(rule, List.of());
    for (String key : List.of("error", "deviation", "bits", "count", "samples")) {
      if (!read.contains(key)) {
        node.find(key)
            .ifPresent(
                value ->
                    document.problem(
                        value,
                        "'%s' has no effect with 'stop: %s'".formatted(key, rule),
                        "This rule reads %s. Remove '%s', or choose another rule."
                            .formatted(String.join(", ", read), key)));
      }
    }
  }

  private SamplingSettings samples(SamplingSettings settings) {
    if (node.find("samples").isEmpty()) {
      return settings;
    }
    YamlNode.Mapping bounds = node.find("samples").map(YamlNode::mapping).orElseThrow();
    int most = bounds.find("most").map(YamlNode::integer).map(Long::intValue).orElse(0);
    int least = bounds.find("least").map(YamlNode::integer).map(Long::intValue).orElse(0);
    most = most == 0 ? Math.max(least, settings.bounds().maxSamples()) : most;
    least = least == 0 ? Math.min(most, settings.bounds().minSamples()) : least;
    if (least > most) {
      crossed(bounds, least, most);
      return settings;
    }
    return settings.between(least, most);
  }

  private SamplingSettings seconds(SamplingSettings settings, Duration least, Duration most) {
    if (node.find("seconds").isEmpty()) {
      return settings.between(least, most);
    }
    YamlNode.Mapping bounds = node.find("seconds").map(YamlNode::mapping).orElseThrow();
    double mostGiven = bounds.find("most").map(YamlNode::real).orElse(-1.0);
    double leastGiven = bounds.find("least").map(YamlNode::real).orElse(-1.0);
    Duration to =
        mostGiven >= 0 ? duration(mostGiven) : larger(most, duration(Math.max(0, leastGiven)));
    Duration from = leastGiven >= 0 ? duration(leastGiven) : smaller(least, to);
    if (from.compareTo(to) > 0) {
      crossed(bounds, leastGiven, mostGiven);
      return settings;
    }
    return settings.between(from, to);
  }

  private void crossed(YamlNode at, Object least, Object most) {
    document.problem(
        at,
        "'least' (%s) is more than 'most' (%s)".formatted(least, most),
        "Swap them, or remove one.");
  }

  private static boolean isTrue(YamlNode node) {
    return node.scalar().value().equals(Value.of(true));
  }

  private double number(String key, double otherwise) {
    return node.find(key).map(YamlNode::real).orElse(otherwise);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static Duration smaller(Duration first, Duration second) {
    return first.compareTo(second) < 0 ? first : second;
  }

  private static Duration larger(Duration first, Duration second) {
    return first.compareTo(second) > 0 ? first : second;
  }

  /** Writes settings as a section in braces that reads back as equal settings. */
  static String text(SamplingSettings settings) {
    String rule =
        switch (settings.stop()) {
          case RelativeError(double error) -> "stop: error, error: " + plain(error);
          case RelativeDeviation(double deviation) ->
              "stop: deviation, deviation: " + plain(deviation);
          case StableNoise(double deviation) ->
              "stop: stable-noise, deviation: " + plain(deviation);
          case Entropy(double bits) -> "stop: entropy, bits: " + plain(bits);
          case FixedCount(int count) -> "stop: count, count: " + count;
        };
    String samples =
        settings.stop() instanceof FixedCount
            ? ""
            : ", samples: {least: %d, most: %d}"
                .formatted(settings.bounds().minSamples(), settings.bounds().maxSamples());
    return "{%s%s, seconds: {least: %s, most: %s}, cache: %s, race: %s%s}"
        .formatted(
            rule,
            samples,
            seconds(settings.bounds().atLeast()),
            seconds(settings.bounds().atMost()),
            settings.sample().cache().map(CacheState::label).orElse(DECLARED),
            plain(settings.race().error()),
            settings.sample().energy() ? ", energy: true" : "");
  }

  private static String seconds(Duration duration) {
    return plain(duration.toNanos() / 1e9);
  }

  /** Writes a number without an exponent, which some YAML 1.2 readers take for text. */
  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
