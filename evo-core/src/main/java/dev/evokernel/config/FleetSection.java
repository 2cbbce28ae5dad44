package dev.evokernel.config;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.fleet.FleetAddress;
import dev.evokernel.fleet.FleetSettings;
import dev.evokernel.fleet.TlsFolder;
import dev.evokernel.kernel.YamlDocument;
import dev.evokernel.kernel.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a job takes the devices of other hosts.
 *
 * @param listen where its broker listens
 * @param tls the folder of the coordinator's certificates, absolute; empty for plain text, which
 *     only loopback may have
 * @param lostAfter a worker that was silent for this long is lost
 */
public record FleetSection(FleetAddress listen, Optional<Path> tls, Duration lostAfter) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * @throws IllegalArgumentException if other machines reach the address, and there is no TLS, or
   *     workers would be lost too soon
   */
  public FleetSection {
    FleetSettings.requireLostAfter(lostAfter);
    tls = tls.map(folder -> folder.toAbsolutePath().normalize());
    if (tls.isEmpty()) {
      var _ = new FleetSettings(listen, Optional.empty());
    }
  }

  /**
   * @param lostAfter what the section says of that
   * @param beside resolves a path of the file
   */
  static Optional<FleetSection> read(
      YamlDocument document,
      YamlNode.Mapping node,
      Duration lostAfter,
      UnaryOperator<Path> beside) {
    YamlNode listen = node.value("listen");
    try {
      FleetSettings.requireLostAfter(lostAfter);
    } catch (IllegalArgumentException e) {
      document.problem(
          node.value("lost_after"),
          "'fleet.lost_after' is too short",
          String.valueOf(e.getMessage()));
      return Optional.empty();
    }
    try {
      return Optional.of(
          new FleetSection(
              FleetAddress.of(listen.text()),
              node.find("tls").map(folder -> beside.apply(Path.of(folder.text()))),
              lostAfter));
    } catch (IllegalArgumentException e) {
      document.problem(
          listen,
          "'fleet.listen' cannot be '" + listen.text() + "'",
          String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** As the file has it. */
  String text() {
    return "{listen: %s%s, lost_after: %s}"
        .formatted(
            JSON.writeValueAsString(listen.toString()),
            tls.map(folder -> ", tls: " + JSON.writeValueAsString(folder.toString())).orElse(""),
            Durations.text(lostAfter));
  }

  /**
   * With the certificates, which are checked as far as that is possible before a worker connects.
   *
   * @throws EnvironmentException if they are missing, cannot be read or used for that address
   */
  public FleetSettings settings(Instant now) {
    return new FleetSettings(
        listen,
        tls.map(folder -> TlsFolder.coordinator(folder, listen, now)),
        lostAfter,
        FleetSettings.PATIENCE);
  }
}
