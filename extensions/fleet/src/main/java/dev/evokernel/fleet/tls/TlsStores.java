package dev.evokernel.fleet.tls;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.TlsFiles;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

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
            : Optional.of(explain(e, address.host()));
      } catch (SocketTimeoutException silent) {
        return Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Explains a failed handshake with a coordinator.
   *
   * @param failure the failure on the worker's side
   * @param host the worker's name for the coordinator
   */
  static String explain(SSLException failure, String host) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case CertificateExpiredException _ -> {
          return "The coordinator's certificate has expired. On its host: evo fleet certificates"
              + " --to FOLDER --renew";
        }
        case CertificateNotYetValidException _ -> {
          return "The coordinator's certificate is not valid yet by the clock of this machine.";
        }
        case CertPathBuilderException _, CertPathValidatorException _ -> {
          if (cause.getCause() == null) {
            return "The coordinator's certificate is of another authority than this worker's. Make"
                + " the worker's certificate on the coordinator's host: evo fleet certificates --to"
                + " FOLDER --worker NAME";
          }
        }
        case CertificateException _ -> {
          if (cause.getCause() == null) {
            return certificate(String.valueOf(cause.getMessage()), host);
          }
        }
        default -> {}
      }
    }
    String message = String.valueOf(failure.getMessage());
    return message.contains("alert")
        ? "The coordinator refused this worker's certificate (%s): the certificate has expired, or is of another authority. On the coordinator's host: evo fleet certificates --to FOLDER --worker NAME; add --renew if it exists."
            .formatted(message)
        : "TLS with the coordinator failed: " + message;
  }

  private static String certificate(String message, String host) {
    if (message.contains("subject alternative") || message.contains("No name matching")) {
      return "The coordinator's certificate is not for '%s'. Join by a name in the certificate, or on the coordinator's host: evo fleet certificates --to FOLDER --renew --host %s"
          .formatted(host, host);
    }
    return message.contains("xtended key usage")
        ? "The server at '%s' has a worker's certificate and is no coordinator.".formatted(host)
        : "The coordinator's certificate is not accepted: " + message;
  }
}
