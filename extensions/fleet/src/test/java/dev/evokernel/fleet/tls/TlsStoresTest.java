package dev.evokernel.fleet.tls;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.TlsFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker makes of something that listens where its coordinator should. */
final class TlsStoresTest {

  @TempDir private static Path folder;
  private static TlsFiles files;

  @BeforeAll
  static void makeCertificates() throws InterruptedException {
    var fleet = new FleetCertificates(folder.resolve("fleet"), 1, InstantSource.system());
    fleet.makeAuthority();
    fleet.makeCoordinator(List.of("127.0.0.1"));
    fleet.makeWorker("host");
    files = TlsFolder.worker(fleet.worker("host"), Instant.now());
  }

  /** What is found out about one that says this, and ends the connection. */
  private static boolean isProblem(String says) throws IOException {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket one = listening.accept()) {
                  var _ = one.getInputStream().read(new byte[4096]);
                  one.getOutputStream().write(says.getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                  // The worker has gone.
                }
              });
      var address = new FleetAddress("127.0.0.1", listening.getLocalPort());
      return TlsStores.problem(address, files).isPresent();
    }
  }

  @Test
  void problem_connectionThatEndsWithoutAWord_isNone() throws IOException {
    assertThat(isProblem("")).as("a coordinator that is not there yet, behind a relay").isFalse();
  }

  @Test
  void problem_answerThatIsNotTls_isOne() throws IOException {
    assertThat(isProblem("HTTP/1.1 400 Bad Request\r\n\r\n")).isTrue();
  }
}
