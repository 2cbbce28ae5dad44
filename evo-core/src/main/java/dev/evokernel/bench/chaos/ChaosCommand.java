package dev.evokernel.bench.chaos;

import java.nio.file.Path;
import java.util.List;

/** How the process of a part of a struck run is started. */
@FunctionalInterface
public interface ChaosCommand {

  /**
   * The command line.
   *
   * @param part {@code coordinator}, or a host's name
   * @param folder that all processes share
   * @param port at which the coordinator listens, or by which the host reaches it
   */
  List<String> of(String part, Path folder, int port);
}
