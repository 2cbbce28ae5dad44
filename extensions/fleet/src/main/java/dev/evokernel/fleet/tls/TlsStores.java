package dev.evokernel.fleet.tls;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.HandshakeProblem;
import dev.evokernel.fleet.wire.TlsFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Says what is wrong with files for TLS, or with a connection that they were used for. */
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
      keys.init(store(files.keyStore(), password), password);
      var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(store(files.trustStore(), password));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new EnvironmentException(
          "The fleet's certificates cannot be read: %s (%s, %s). Maybe make new ones: evo fleet certificates."
              .formatted(e.getMessage(), files.keyStore(), files.trustStore()),
          e);
    }
  }

  private static KeyStore store(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file)) {
      store.load(stream, password);
    }
    return store;
  }

  /**
   * Why TLS with a coordinator fails.
   *
   * @return empty if it does not, or there is no connection at all, or one that ended without a
   *     word: what is between the two accepts connections although no coordinator answers yet
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
        var _ = socket.getInputStream().read(); // The other side's refusal comes after that.
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
