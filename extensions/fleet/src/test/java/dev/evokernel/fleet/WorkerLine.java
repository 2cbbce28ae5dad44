package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.cli.Evo;

/** Launch line of a worker in a process of this machine, with device locks of its own. */
final class WorkerLine {

  private WorkerLine() {}

  /**
   * @param name of the host; a shell expands variables in it
   * @param more words of {@code evo worker}
   */
  static String of(Path folder, String name, String more) {
    return "export EVO_LOCKS=\"%s\"; exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s' %s worker --device cpu --name \"%s\" --folder '%s' %s"
        .formatted(
            folder.resolve("locks-" + name),
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            Evo.class.getName(),
            name,
            folder.resolve("worker"),
            more)
        .strip();
  }
}
