package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Keys of a mapping that a file has. Problems go to the document. */
final class ReadKeys extends Keys {

  private final YamlDocument document;
  private final YamlNode.Mapping mapping;

  private ReadKeys(YamlDocument document, YamlNode.Mapping mapping) {
    this.document = document;
    this.mapping = mapping;
  }

  static ReadKeys of(YamlDocument document) {
    return new ReadKeys(document, document.root());
  }

  @Override
  <T> T value(String key, T present, Function<YamlNode, T> reading, Function<T, Object> writing) {
    Optional<YamlNode> given = mapping.find(key);
    try {
      return given.map(reading).orElse(present);
    } catch (IllegalArgumentException e) {
      problem(key, String.valueOf(e.getMessage()), "");
      return present;
    }
  }

  @Override
  <T> T section(String key, T present, BiFunction<Keys, T, T> keys) {
    return mapping
        .find(key)
        .map(node -> keys.apply(new ReadKeys(document, node.mapping()), present))
        .orElse(present);
  }

  @Override
  List<JobSection> sections(List<JobSection> present) {
    return SectionReader.all().stream()
        .flatMap(
            reader ->
                mapping
                    .find(reader.key())
                    .flatMap(
                        node ->
                            reader.read(document, node.mapping(), path -> beside(path.toString())))
                    .stream())
        .sorted(Comparator.comparing(JobSection::key))
        .toList();
  }

  @Override
  boolean lacks(String key) {
    return mapping.find(key).isEmpty();
  }

  @Override
  void problem(String key, String message, String advice) {
    mapping.find(key).ifPresent(node -> document.problem(node, message, advice));
  }

  @Override
  void refuse(String key, String rule, String advice) {
    mapping
        .find(key)
        .ifPresent(
            node ->
                document.problem(
                    node, "'%s' must be %s, was %s".formatted(key, rule, node.text()), advice));
  }

  @Override
  Path beside(String path) {
    return document.file().toAbsolutePath().resolveSibling(path).normalize();
  }
}
