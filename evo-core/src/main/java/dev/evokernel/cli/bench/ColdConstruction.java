package dev.evokernel.cli.bench;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.bench.study.DescribedSpace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The first construction of a space in a fresh process, timed there: neither the start of Java nor
 * the reading of the file counts, but everything that the construction itself loads and compiles.
 */
public final class ColdConstruction {

  private ColdConstruction() {}

  /** Prints the nanoseconds of one construction of the space that the arguments name. */
  public static void main(String... arguments) {
    System.out.println(DescribedSpace.named(arguments).constructionNanos());
  }

  /**
   * @throws EnvironmentException if the process does not say how long it took
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
            "A fresh Java could not construct " + described.name() + ": " + said);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new EnvironmentException("A fresh Java does not start: " + e.getMessage());
    }
  }
}
