package dev.evokernel.fleet.chaos;

import java.nio.file.Path;
import java.util.List;

/** Command that starts the process of one part of a fault-injection run. */
@FunctionalInterface
public interface ChaosCommand {

  /**
   * Returns the command line.
   *
   * @param part {@code coordinator}, or a host's name
   * @param folder shared by all processes
   * @param port of the coordinator, as seen by this part
   */
  List<String> of(String part, Path folder, int port);
}
