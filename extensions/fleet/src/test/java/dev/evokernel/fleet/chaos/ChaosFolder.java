package dev.evokernel.fleet.chaos;

import dev.evokernel.store.ResultStore;
import java.nio.file.Path;

/** Files of a fault-injection run. */
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

  Path results() {
    return path.resolve("coordinator");
  }

  Path database() {
    return results().resolve(ResultStore.FILE_NAME);
  }

  /** Results folder of the undisturbed run. */
  Path reference() {
    return path.resolve("reference");
  }

  Path worker(String host) {
    return path.resolve(host);
  }

  /** Notes of a host: a line for each begun or finished evaluation. */
  Path evaluations(String host) {
    return path.resolve(host + ".evaluations");
  }

  Path log(String part) {
    return path.resolve(part + ".log");
  }

  static final String COORDINATOR = "coordinator";

  static String host(int number) {
    return "host-" + number;
  }
}
