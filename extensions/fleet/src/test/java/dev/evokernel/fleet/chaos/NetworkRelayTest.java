package dev.evokernel.fleet.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A network to a coordinator that says everything back. */
final class NetworkRelayTest {

  private static final int SHORT_MILLIS = 200;

  private ServerSocket coordinator;
  private NetworkRelay relay;

  @BeforeEach
  void listen() throws IOException {
    coordinator = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    relay = NetworkRelay.to(coordinator.getLocalPort());
    Thread.ofVirtual().start(this::echo);
  }

  @AfterEach
  void close() throws IOException {
    relay.close();
    coordinator.close();
  }

  private void echo() {
    while (!coordinator.isClosed()) {
      try {
        Socket one = coordinator.accept();
        Thread.ofVirtual()
            .start(
                () -> {
                  try (one) {
                    var _ = one.getInputStream().transferTo(one.getOutputStream());
                  } catch (IOException e) {
                    // The other side is gone.
                  }
                });
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private Socket host() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), relay.port());
  }

  @Test
  void stop_whatIsSent_arrivesWhenTheNetworkIsBack() throws IOException {
    try (Socket host = host()) {
      host.getOutputStream().write(1);
      assertThat(host.getInputStream().read()).isEqualTo(1);

      relay.stop();
      host.getOutputStream().write(2);
      host.setSoTimeout(SHORT_MILLIS);
      assertThatThrownBy(() -> host.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      relay.mend();
      host.setSoTimeout(0);
      assertThat(host.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void breakAll_connectionsEndAndNewOnesToo_untilItIsMended() throws IOException {
    try (Socket host = host()) {
      host.getOutputStream().write(1);
      assertThat(host.getInputStream().read()).isEqualTo(1);

      relay.breakAll();
      assertThat(ended(host)).isTrue();
      try (Socket other = host()) {
        assertThat(ended(other)).isTrue();
      }

      relay.mend();
      try (Socket other = host()) {
        other.getOutputStream().write(3);
        assertThat(other.getInputStream().read()).isEqualTo(3);
      }
    }
  }

  private static boolean ended(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }
}
