package dev.evokernel.fleet.coordinator;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Whether an address can be listened at, asked before the broker is started. */
final class FreePort {

  private FreePort() {}

  /**
   * An address, with a free port if it names none.
   *
   * @throws EnvironmentException if the port is in use, or the address is not this machine's
   */
  static FleetAddress of(FleetAddress listen) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(listen.host()), listen.port()));
      return listen.at(socket.getLocalPort());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The fleet cannot listen at %s: %s. Maybe another run listens there: name another port, for example --fleet %s."
              .formatted(listen, e.getMessage(), listen.at(listen.port() % 65_535 + 1)),
          e);
    }
  }
}
