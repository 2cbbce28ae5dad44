package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.Durations;
import dev.evokernel.text.YamlText;
import dev.evokernel.text.YamlText.Word;

/**
 * Keys of a mapping in {@code evo.yaml}. One description of a section reads and writes it: it asks
 * for each key with its present value, and gets the value that the result has.
 *
 * <p>On reading, the present value is the default, and the file's value replaces it. On writing,
 * the present value stays. Both note what to write.
 */
final class Keys {

  private static final YamlDocument NOTHING = YamlDocument.of(Path.of("nothing"), "{}");

  private final YamlDocument document;
  private final YamlNode.Mapping mapping;
  private final Map<String, Object> written = new LinkedHashMap<>();

  private Keys(YamlDocument document, YamlNode.Mapping mapping) {
    this.document = document;
    this.mapping = mapping;
  }

  /** Keys that a file has; problems go to the document. */
  static Keys read(YamlDocument document) {
    return new Keys(document, document.root());
  }

  /** Keys of a job with their values for {@link YamlText}, in the order of the file. */
  static Map<String, Object> written(Job job) {
    Keys keys = read(NOTHING);
    var _ = JobKeys.of(keys, job);
    return keys.written;
  }

  /**
   * Value of a key.
   *
   * @param reading an {@link IllegalArgumentException} is a problem of the file
   * @param writing gives what {@link YamlText} writes; the key is left out for an empty optional or
   *     collection
   */
  <T> T value(String key, T present, Function<YamlNode, T> reading, Function<T, Object> writing) {
    T value = present;
    try {
      value = mapping.find(key).map(reading).orElse(present);
    } catch (IllegalArgumentException e) {
      problem(key, String.valueOf(e.getMessage()), "");
    }
    write(key, writing.apply(value));
    return value;
  }

  <T> T section(String key, T present, BiFunction<Keys, T, T> keys) {
    Optional<YamlNode> given = mapping.find(key);
    if (given.isEmpty() && document != NOTHING) {
      return present;
    }
    return section(key, given, present, keys);
  }

  /** Mapping under a key, or a word in its place. */
  <T> T section(String key, T present, String word, T meant, BiFunction<Keys, T, T> keys) {
    boolean isWord =
        mapping
            .find(key)
            .filter(node -> node instanceof YamlNode.Scalar scalar && scalar.text().equals(word))
            .isPresent();
    if (isWord) {
      return section(key, Optional.empty(), meant, keys);
    }
    return section(key, present, keys);
  }

  private <T> T section(
      String key, Optional<YamlNode> given, T present, BiFunction<Keys, T, T> keys) {
    var inner = new Keys(document, given.map(YamlNode::mapping).orElse(NOTHING.root()));
    T value = keys.apply(inner, present);
    write(key, inner.written);
    return value;
  }

  private void write(String key, Object value) {
    switch (value) {
      case Optional<?> optional -> optional.ifPresent(present -> written.put(key, present));
      case Collection<?> list when list.isEmpty() -> {}
      case Map<?, ?> map when map.isEmpty() -> {}
      default -> written.put(key, value);
    }
  }

  List<JobSection> sections(List<JobSection> present) {
    var sections = new ArrayList<>(present);
    for (SectionReader reader : SectionReader.all()) {
      mapping
          .find(reader.key())
          .flatMap(node -> reader.read(document, node, path -> beside(path.toString())))
          .ifPresent(sections::add);
    }
    sections.sort(Comparator.comparing(JobSection::key));
    sections.forEach(section -> write(section.key(), new Word(section.text())));
    return sections;
  }

  boolean lacks(String key) {
    return document != NOTHING && mapping.find(key).isEmpty();
  }

  /** Reports a problem of a key that the file has. */
  void problem(String key, String message, String advice) {
    mapping.find(key).ifPresent(node -> document.problem(node, message, advice));
  }

  /** Reports a value that breaks a rule, such as {@code above 0}. */
  void refuse(String key, String rule, String advice) {
    String given = mapping.find(key).map(YamlNode::text).orElse("");
    problem(key, "'%s' must be %s, was %s".formatted(key, rule, given), advice);
  }

  /** Resolves a path relative to the file's folder. */
  Path beside(String path) {
    return document.file().toAbsolutePath().resolveSibling(path).normalize();
  }

  int integer(String key, int present) {
    return value(
        key, present, node -> (int) Math.min(Integer.MAX_VALUE, node.integer()), number -> number);
  }

  double number(String key, double present) {
    return value(key, present, YamlNode::real, number -> number);
  }

  /** Flag, written only when set. */
  boolean flag(String key, boolean present) {
    return value(
        key,
        present,
        node -> Boolean.valueOf(node.text()),
        set -> Optional.of(set).filter(on -> on));
  }

  /** List of texts; one text is a list of one. */
  List<String> texts(String key, List<String> present) {
    return value(key, present, YamlNode::texts, texts -> texts);
  }

  /** Constant of an enum, in lower case with hyphens. */
  <E extends Enum<E>> E label(String key, E present) {
    return value(
        key,
        present,
        node ->
            Enum.valueOf(
                present.getDeclaringClass(),
                node.text().toUpperCase(Locale.ROOT).replace('-', '_')),
        choice -> new Word(choice.name().toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  Duration duration(String key, Duration present) {
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

  /** Share above 0, such as {@code 3%}. */
  OptionalDouble share(String key, OptionalDouble present, double limit, String none) {
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
