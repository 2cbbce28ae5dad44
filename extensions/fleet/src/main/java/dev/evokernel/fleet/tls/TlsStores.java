package dev.evokernel.fleet.tls;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.HandshakeProblem;
import dev.evokernel.fleet.wire.TlsFiles;

/** Checks of TLS files and of connections that use them. */
public final class TlsStores {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private TlsStores() {}

  /**
   * @throws EnvironmentException if a file cannot be read with the password
   */
  public static SSLContext require(TlsFiles files) {
    try {
      char[] password = files.password().toCharArray();
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(TlsFolder.store(files.keyStore(), files.password()), password);
      var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(TlsFolder.store(files.trustStore(), files.password()));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new EnvironmentException(
          "Cannot read the fleet's certificates: %s (%s, %s). Maybe make new ones: evo fleet certificates --to FOLDER"
              .formatted(e.getMessage(), files.keyStore(), files.trustStore()),
          e);
    }
  }

  /**
   * Finds out why TLS with a coordinator fails.
   *
   * @return empty if TLS works, without a connection, and after a connection that ended silently: a
   *     proxy accepts connections even while no coordinator answers
   */
  public static Optional<String> problem(FleetAddress address, TlsFiles files) {
    SSLContext context = require(files);
    try (var plain = new Socket()) {
      plain.connect(
          new InetSocketAddress(address.host(), address.port()), (int) PATIENCE.toMillis());
      plain.setSoTimeout((int) PATIENCE.toMillis());
      try (SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(plain, address.host(), address.port(), true)) {
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        var _ = socket.getInputStream().read(); // A refusal arrives only after the handshake.
        return Optional.empty();
      } catch (SSLException e) {
        return e.getCause() instanceof EOFException
            ? Optional.empty()
            : Optional.of(HandshakeProblem.explain(e, address.host()));
      } catch (SocketTimeoutException silent) {
        return Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
