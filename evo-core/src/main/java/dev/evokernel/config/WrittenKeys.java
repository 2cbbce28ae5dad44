package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.kernel.yaml.YamlText.Word;

/** Keys of a mapping to write, with their values. */
final class WrittenKeys extends Keys {

  private final Map<String, Object> written = new LinkedHashMap<>();

  /** Keys of a job with all defaults, in the order of the file. */
  static Map<String, Object> of(Job job) {
    var keys = new WrittenKeys();
    var _ = JobKeys.of(keys, job);
    return keys.written;
  }

  private void put(String key, Object value) {
    switch (value) {
      case Optional<?> optional -> optional.ifPresent(present -> written.put(key, present));
      case Collection<?> list when list.isEmpty() -> {}
      case Map<?, ?> mapping when mapping.isEmpty() -> {}
      default -> written.put(key, value);
    }
  }

  @Override
  <T> T value(String key, T present, Function<YamlNode, T> reading, Function<T, Object> writing) {
    put(key, writing.apply(present));
    return present;
  }

  @Override
  <T> T section(String key, T present, BiFunction<Keys, T, T> keys) {
    var inner = new WrittenKeys();
    T same = keys.apply(inner, present);
    put(key, inner.written);
    return same;
  }

  @Override
  List<JobSection> sections(List<JobSection> present) {
    present.forEach(section -> put(section.key(), new Word(section.text())));
    return present;
  }

  @Override
  boolean lacks(String key) {
    return false;
  }

  @Override
  void problem(String key, String message, String advice) {}

  @Override
  void refuse(String key, String rule, String advice) {}

  @Override
  Path beside(String path) {
    return Path.of(path);
  }
}
