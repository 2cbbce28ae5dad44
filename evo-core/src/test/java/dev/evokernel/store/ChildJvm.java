package dev.evokernel.store;

import module java.base;

/** A second process, for tests of what only two processes can show. */
public final class ChildJvm {

  private ChildJvm() {}

  public static Process start(Class<?> main, String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.sqlite.tmpdir=" + Path.of("target").toAbsolutePath(), // If it is killed.
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
