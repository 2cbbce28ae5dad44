package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * First construction of a space in a fresh process, timed there. Excludes the start of Java and the
 * reading of the file; includes all class loading and compilation by the construction.
 */
public final class ColdConstruction {

  private ColdConstruction() {}

  /** Prints the nanoseconds of one construction of the named space. */
  public static void main(String... arguments) {
    System.out.println(DescribedSpace.named(arguments).constructionNanos());
  }

  /**
   * @throws EnvironmentException if the process prints no time
   */
  static long nanos(DescribedSpace described) throws InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xlog:cds=off,aot=off",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            ColdConstruction.class.getName()));
    command.addAll(described.arguments());
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var output = process.getInputStream()) {
        String said = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() == 0 && said.matches("\\d+")) {
          return Long.parseLong(said);
        }
        throw new EnvironmentException(
            "A fresh process could not construct " + described.name() + ": " + said);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new EnvironmentException("Cannot start a fresh process: " + e.getMessage());
    }
  }
}
