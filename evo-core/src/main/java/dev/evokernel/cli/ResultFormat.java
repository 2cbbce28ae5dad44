package dev.evokernel.cli;

import dev.evokernel.store.RunHistory;
import dev.evokernel.text.AtomicFile.Content;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Format of another tool in which {@code evo export RUN --as NAME} writes a run's results.
 * Implementations have a public constructor.
 */
public interface ResultFormat {

  /** Value of {@code --as}: a word in lower case. */
  String name();

  /** Files of a run by their names, at least one. A file's content is made while it is written. */
  Map<String, Content> files(RunHistory history);

  static List<ResultFormat> all() {
    return ServiceLoader.load(ResultFormat.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
