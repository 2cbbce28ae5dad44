package dev.evokernel.bench.chaos;

import dev.evokernel.store.ResultStore;
import java.nio.file.Path;

/** Where the processes of a struck run have what. */
record ChaosFolder(Path path) {

  ChaosFolder {
    path = path.toAbsolutePath().normalize();
  }

  Path plan() {
    return path.resolve("plan.json");
  }

  Path certificates() {
    return path.resolve("certificates");
  }

  /** The coordinator's results. */
  Path results() {
    return path.resolve("coordinator");
  }

  Path database() {
    return results().resolve(ResultStore.FILE_NAME);
  }

  /** The results of the run that is not struck. */
  Path reference() {
    return path.resolve("reference");
  }

  /** A worker's own folder. */
  Path worker(String host) {
    return path.resolve(host);
  }

  /** A line for each evaluation that a host began or finished. */
  Path evaluations(String host) {
    return path.resolve(host + ".evaluations");
  }

  /** What a process says. */
  Path log(String part) {
    return path.resolve(part + ".log");
  }

  /** The coordinator's process. */
  static final String COORDINATOR = "coordinator";

  static String host(int number) {
    return "host-" + number;
  }
}
