package dev.evokernel.config;

import module java.base;

import dev.evokernel.config.options.Durations;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.kernel.yaml.YamlText.Word;

/**
 * Keys of a mapping in {@code evo.yaml}. One description of a section reads and writes it: it asks
 * for each key with its present value, and gets the value that the result has.
 *
 * <p>On reading, the present value is the default, and the file's value replaces it. On writing,
 * the present value is written and returned.
 */
abstract sealed class Keys permits ReadKeys, WrittenKeys {

  /**
   * Value of a key.
   *
   * @param reading an {@link IllegalArgumentException} is a problem of the file
   * @param writing gives what {@link dev.evokernel.kernel.yaml.YamlText} writes; the key is left
   *     out for an empty optional or collection
   */
  abstract <T> T value(
      String key, T present, Function<YamlNode, T> reading, Function<T, Object> writing);

  /** Mapping under a key. */
  abstract <T> T section(String key, T present, BiFunction<Keys, T, T> keys);

  /** Sections that modules read. */
  abstract List<JobSection> sections(List<JobSection> present);

  /** Whether the file lacks a key; false on writing. */
  abstract boolean lacks(String key);

  /** Reports a problem of a key that the file has. */
  abstract void problem(String key, String message, String advice);

  /** Reports a value that breaks a rule, such as {@code above 0}. */
  abstract void refuse(String key, String rule, String advice);

  /** Resolves a path relative to the file's folder. */
  abstract Path beside(String path);

  final int integer(String key, int present) {
    return value(
        key, present, node -> (int) Math.min(Integer.MAX_VALUE, node.integer()), number -> number);
  }

  final double number(String key, double present) {
    return value(key, present, YamlNode::real, number -> number);
  }

  /** List of texts; one text is a list of one. */
  final List<String> texts(String key, List<String> present) {
    return value(key, present, YamlNode::texts, texts -> texts);
  }

  /** Constant of an enum, in lower case with hyphens. */
  final <E extends Enum<E>> E label(String key, E present) {
    return value(
        key,
        present,
        node ->
            Enum.valueOf(
                present.getDeclaringClass(),
                node.text().toUpperCase(Locale.ROOT).replace('-', '_')),
        choice -> new Word(choice.name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  /** Duration above 0. */
  final Duration duration(String key, Duration present) {
    Duration duration =
        value(
            key,
            present,
            node -> Durations.parse(node.text()),
            time -> new Word(Durations.text(time)));
    if (!duration.isPositive()) {
      refuse(key, "above 0", "For example: 90s");
      return Duration.ofSeconds(1);
    }
    return duration;
  }

  /**
   * Share above 0, such as {@code 3%}.
   *
   * @param limit exclusive; may be infinite
   * @param none the word for an empty share
   */
  final OptionalDouble share(String key, OptionalDouble present, double limit, String none) {
    OptionalDouble share =
        value(
            key,
            present,
            node ->
                node.text().equals(none)
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(share(node.text())),
            given -> given.isPresent() ? percent(given.getAsDouble()) : new Word(none));
    if (share.isPresent() && !(share.getAsDouble() > 0 && share.getAsDouble() < limit)) {
      refuse(
          key,
          Double.isInfinite(limit) ? "above 0%" : "above 0% and below 100%",
          "For example: 3%");
      return OptionalDouble.empty();
    }
    return share;
  }

  static double share(String percent) {
    return Double.parseDouble(percent.replace("%", "")) / 100;
  }

  static Word percent(double share) {
    return new Word(
        BigDecimal.valueOf(100 * share)
                .setScale(6, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + "%");
  }
}
