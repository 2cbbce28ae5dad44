package dev.evokernel.kernel.yaml;

import module java.base;

import dev.evokernel.expr.Spelling;

/** Advice for a missing file: a folder with a similar name that has such a file. */
public final class SimilarFolder {

  private SimilarFolder() {}

  /** Finds a folder beside the file's own; empty if no name is similar. */
  public static Optional<Path> of(Path file) {
    Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
    Path beside = Objects.requireNonNullElse(folder.getParent(), Path.of(""));
    try (Stream<Path> all = Files.list(beside)) {
      List<String> names =
          all.filter(other -> Files.isRegularFile(other.resolve(file.getFileName())))
              .map(other -> String.valueOf(other.getFileName()))
              .toList();
      return Spelling.nearest(String.valueOf(folder.getFileName()), names).map(beside::resolve);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
