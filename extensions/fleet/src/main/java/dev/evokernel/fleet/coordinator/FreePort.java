package dev.evokernel.fleet.coordinator;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Check of an address before the broker starts. */
final class FreePort {

  private FreePort() {}

  /**
   * Resolves port 0 to a free port.
   *
   * @throws EnvironmentException if the port is in use, or the address is not of this machine
   */
  static FleetAddress of(FleetAddress listen) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(listen.host()), listen.port()));
      return listen.at(socket.getLocalPort());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The fleet cannot listen at %s: %s. Maybe another run uses the port. Name another port, for example --fleet %s."
              .formatted(listen, e.getMessage(), listen.at(listen.port() % 65_535 + 1)),
          e);
    }
  }
}
