package dev.evokernel.fleet.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.TlsFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes are real ones, of two engines of this process. */
final class FleetCertificatesTest {

  private static Instant now;
  private static final FleetAddress LISTEN = new FleetAddress("10.0.0.5", 9465);
  private static final int DAYS = 30;

  @TempDir private static Path folder;
  private static FleetCertificates fleet;
  private static FleetCertificates other;

  /** Keytool takes a second for each key: all tests share them. */
  @BeforeAll
  static void makeTwoFleets() throws InterruptedException {
    now = Instant.now();
    fleet = new FleetCertificates(folder.resolve("fleet"), DAYS, InstantSource.fixed(now));
    fleet.makeAuthority();
    fleet.makeCoordinator(List.of("gpu-1.example", "10.0.0.5", "0:0:0:0:0:0:0:1"));
    fleet.makeWorker("rack-2");
    Instant before = now.minus(Duration.ofDays(2 * DAYS));
    other = new FleetCertificates(folder.resolve("other"), DAYS, InstantSource.fixed(before));
    other.makeAuthority();
    other.makeCoordinator(List.of("10.0.0.5"));
    other.makeWorker("rack-2");
  }

  private static TlsFiles files(Path of) {
    try {
      String password = Files.readString(of.resolve("password")).strip();
      return new TlsFiles(of.resolve("keystore.p12"), of.resolve("truststore.p12"), password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> refusal(TlsFiles coordinator, TlsFiles worker, String host) {
    SSLEngine server = TlsStores.require(coordinator).createSSLEngine();
    server.setUseClientMode(false);
    server.setNeedClientAuth(true);
    SSLContext context = TlsStores.require(worker);
    SSLEngine client = context.createSSLEngine(host, LISTEN.port());
    client.setUseClientMode(true);
    var parameters = client.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    client.setSSLParameters(parameters);
    try {
      new Handshake(client, server).shake();
      return Optional.empty();
    } catch (SSLException e) {
      return Optional.of(TlsStores.explain(e, host));
    }
  }

  /** Carries what two engines say to each other until both are content. */
  private static final class Handshake {

    private final SSLEngine client;
    private final SSLEngine server;
    private final ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
    private final ByteBuffer toClient = ByteBuffer.allocate(1 << 16);

    Handshake(SSLEngine client, SSLEngine server) {
      this.client = client;
      this.server = server;
    }

    void shake() throws SSLException {
      boolean again = true;
      SSLException refused = null;
      while (again) {
        again = wrap(client, toServer);
        try {
          again |= unwrap(server, toServer);
          again |= wrap(server, toClient);
        } catch (SSLException e) {
          refused = e; // The client is told of it by an alert, which is what a worker sees.
          again |= wrap(server, toClient);
        }
        again |= unwrap(client, toClient);
      }
      if (refused != null) {
        throw new SSLException("the client was told nothing", refused);
      }
    }

    private static boolean wrap(SSLEngine engine, ByteBuffer to) throws SSLException {
      int before = to.position();
      SSLEngineResult result;
      do {
        result = engine.wrap(ByteBuffer.allocate(0), to);
        run(engine);
      } while (result.bytesProduced() > 0 && !engine.isOutboundDone());
      return to.position() > before;
    }

    private static boolean unwrap(SSLEngine engine, ByteBuffer from) throws SSLException {
      from.flip();
      boolean any = from.hasRemaining();
      try {
        while (from.hasRemaining()
            && engine.unwrap(from, ByteBuffer.allocate(1 << 16)).bytesConsumed() > 0) {
          run(engine);
        }
      } finally {
        from.compact();
      }
      return any;
    }

    private static void run(SSLEngine engine) {
      for (Runnable task = engine.getDelegatedTask();
          task != null;
          task = engine.getDelegatedTask()) {
        task.run();
      }
    }
  }

  @Test
  void handshake_workerOfTheFleet_isAccepted() {
    assertThat(refusal(files(fleet.coordinator()), files(fleet.worker("rack-2")), "10.0.0.5"))
        .isEmpty();
    assertThat(refusal(files(fleet.coordinator()), files(fleet.worker("rack-2")), "gpu-1.example"))
        .isEmpty();
  }

  @Test
  void handshake_workerThatTrustsAnotherAuthority_saysSo() {
    assertThat(refusal(files(fleet.coordinator()), files(other.worker("rack-2")), "10.0.0.5"))
        .hasValueSatisfying(
            said -> assertThat(said).contains("another authority").contains("--worker NAME"));
  }

  @Test
  void handshake_workerSignedByAnotherAuthority_isRefusedByTheCoordinator() {
    TlsFiles stranger = files(other.worker("rack-2"));
    TlsFiles own = files(fleet.worker("rack-2"));
    assertThat(
            refusal(
                mixed(files(fleet.coordinator()), files(fleet.coordinator())),
                mixed(stranger, own),
                "10.0.0.5"))
        .hasValueSatisfying(
            said -> assertThat(said).contains("The coordinator refused this worker's certificate"));
  }

  /** A key of one, and trust in the authority of another, with one password. */
  private static TlsFiles mixed(TlsFiles keys, TlsFiles trust) {
    try {
      var trusted = TlsFolder.store(trust.trustStore(), trust.password());
      Path file = Files.createTempFile(folder, "mixed", ".p12");
      try (var stream = Files.newOutputStream(file)) {
        trusted.store(stream, keys.password().toCharArray());
      }
      return new TlsFiles(keys.keyStore(), file, keys.password());
    } catch (IOException | java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void handshake_expiredCoordinator_saysSo() {
    assertThat(refusal(files(other.coordinator()), files(other.worker("rack-2")), "10.0.0.5"))
        .hasValueSatisfying(said -> assertThat(said).contains("expired").contains("--renew"));
  }

  @Test
  void handshake_byANameThatTheCertificateLacks_saysWhichAndHow() {
    assertThat(refusal(files(fleet.coordinator()), files(fleet.worker("rack-2")), "10.0.0.6"))
        .hasValueSatisfying(
            said ->
                assertThat(said)
                    .contains("not for '10.0.0.6'")
                    .contains("--renew --host 10.0.0.6"));
  }

  @Test
  void handshake_workerPosesAsCoordinator_isRefused() {
    assertThat(refusal(files(fleet.worker("rack-2")), files(fleet.worker("rack-2")), "10.0.0.5"))
        .hasValueSatisfying(said -> assertThat(said).contains("no coordinator"));
  }

  @Test
  void files_areForTheirOwnerAlone() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("fleet"))) {
      assertThat(all)
          .hasSizeGreaterThan(8)
          .allSatisfy(
              one ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                      .isEqualTo(Files.isDirectory(one) ? "rwx------" : "rw-------"));
    }
  }

  @Test
  void makeAuthority_again_isRefused() {
    assertThatThrownBy(fleet::makeAuthority)
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("authority.p12 exists");
  }

  @Test
  void coordinator_ofTheWholeFolder_isFound() {
    assertThat(TlsFolder.coordinator(folder.resolve("fleet"), LISTEN, now).keyStore())
        .isEqualTo(fleet.coordinator().resolve("keystore.p12"));
    assertThat(TlsFolder.coordinator(fleet.coordinator(), new FleetAddress("::1", 1), now))
        .isNotNull();
    assertThat(TlsFolder.coordinator(fleet.coordinator(), new FleetAddress("0.0.0.0", 1), now))
        .isNotNull();
  }

  @Test
  void coordinator_otherHost_namesBothAndTheWayOut() {
    assertThatThrownBy(
            () ->
                TlsFolder.coordinator(
                    folder.resolve("fleet"), new FleetAddress("192.168.7.7", 1), now))
        .hasMessageContaining("is not for '192.168.7.7'")
        .hasMessageContaining("gpu-1.example, 10.0.0.5")
        .hasMessageContaining("--renew --host 192.168.7.7");
  }

  @Test
  void coordinator_expired_saysSince() {
    assertThatThrownBy(() -> TlsFolder.coordinator(folder.resolve("other"), LISTEN, now))
        .hasMessageContaining("expired at")
        .hasMessageContaining("--renew");
  }

  @Test
  void coordinator_withAWorkersFolder_isToldWhose() {
    assertThatThrownBy(() -> TlsFolder.coordinator(fleet.worker("rack-2"), LISTEN, now))
        .hasMessageContaining("is a worker's");
    assertThatThrownBy(() -> TlsFolder.worker(fleet.coordinator(), now))
        .hasMessageContaining("is a coordinator's");
  }

  @Test
  void worker_withTheFolderOfTheFleet_isToldWhereItsOwnIs() {
    assertThatThrownBy(() -> TlsFolder.worker(folder.resolve("fleet"), now))
        .hasMessageContaining("Name the folder of this worker");
  }

  @Test
  void worker_wrongPasswordOrMissingStore_namesTheFile(@TempDir Path copy) throws IOException {
    assertThatThrownBy(() -> TlsFolder.worker(copy, now))
        .hasMessageContaining(copy.resolve("keystore.p12").toString());
    for (String file : List.of("keystore.p12", "truststore.p12")) {
      Files.copy(fleet.worker("rack-2").resolve(file), copy.resolve(file));
    }
    Files.writeString(copy.resolve("password"), "another\n");
    assertThatThrownBy(() -> TlsFolder.worker(copy, now))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("Cannot read " + copy.resolve("keystore.p12"))
        .hasMessageContaining("password");
  }
}
