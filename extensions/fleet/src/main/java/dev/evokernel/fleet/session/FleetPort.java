package dev.evokernel.fleet.session;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.Job;
import dev.evokernel.fleet.coordinator.Coordinator;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.LockOwner;
import dev.evokernel.tuning.device.EvoVersion;
import dev.evokernel.tuning.device.HeldResources;

/**
 * Port at which a run's coordinator listens. A file beside the devices' locks records the run, so
 * that another run on the same port can name it.
 *
 * @param locks the folder of all devices' locks
 */
record FleetPort(Path locks, int port, LockOwner owner) {

  /**
   * Starts a coordinator.
   *
   * @param run the run's name, or a placeholder
   * @throws EnvironmentException if the certificates are unusable, or the address is in use
   */
  static Coordinator listen(
      Job job, FleetSection fleet, String run, Consumer<String> news, HeldResources held) {
    Instant now = Instant.now();
    var settings = fleet.settings(now);
    var port =
        new FleetPort(
            DeviceLock.folder(System.getenv()),
            fleet.listen().port(),
            LockOwner.ofThisProcess(run, now, Host.name(), job.results()));
    Optional<LockOwner> other = fleet.listen().port() == 0 ? Optional.empty() : port.take(held);
    try {
      return held.add(Coordinator.start(settings, EvoVersion.text(), news), Coordinator::close);
    } catch (EnvironmentException e) {
      if (other.isEmpty()) {
        throw e;
      }
      throw new EnvironmentException(
          "%s Port %d is used by %s.".formatted(e.getMessage(), fleet.listen().port(), other.get()),
          e);
    }
  }

  /**
   * Records this run as the port's owner. Two runs may listen at one port of different addresses;
   * then the first is recorded.
   *
   * @return the other run on record
   */
  Optional<LockOwner> take(HeldResources held) {
    try {
      Files.createDirectories(locks);
      return switch (FileLock.ask(locks.resolve("evo-fleet-" + port + ".lock"), owner)) {
        case FileLock.Answer.Granted(FileLock lock) -> {
          held.add(lock, FileLock::close);
          yield Optional.empty();
        }
        case FileLock.Answer.Held(Optional<LockOwner> by) -> by;
      };
    } catch (IOException e) {
      return Optional.empty(); // The record only serves messages.
    }
  }
}
