package dev.evokernel.fleet.wire;

import module java.base;

import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;

/** Explanation of a failed TLS handshake with a coordinator. */
public final class HandshakeProblem {

  private HandshakeProblem() {}

  /**
   * @param failure the failure on the worker's side
   * @param host the worker's name for the coordinator
   */
  public static String explain(SSLException failure, String host) {
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
