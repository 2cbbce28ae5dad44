package dev.evokernel.backend.file;

import module java.base;

/** Class path for child processes in Java. */
public final class ClassPath {

  private ClassPath() {}

  /**
   * Lists jars before folders, because a class archive contains classes of jars alone. On the
   * module path the jars are in folders or listed one by one.
   */
  public static String ofThisJvm() {
    Stream<String> modules =
        entries("jdk.module.path")
            .flatMap(
                entry ->
                    Files.isDirectory(Path.of(entry))
                        ? Stream.of(Path.of(entry, "*").toString(), entry)
                        : Stream.of(entry));
    return Stream.concat(entries("java.class.path"), modules)
        .sorted(Comparator.comparing(entry -> Files.isDirectory(Path.of(entry))))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<String> entries(String property) {
    return Stream.of(System.getProperty(property, "").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty());
  }
}
