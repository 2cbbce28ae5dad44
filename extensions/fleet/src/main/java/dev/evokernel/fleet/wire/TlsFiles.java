package dev.evokernel.fleet.wire;

import java.nio.file.Path;

/**
 * The files of one side for TLS in which both sides show a certificate.
 *
 * @param keyStore the side's own key and certificate, PKCS12, absolute
 * @param trustStore the certificate of the authority that signed the other side's, PKCS12, absolute
 * @param password of both
 */
public record TlsFiles(Path keyStore, Path trustStore, String password) {

  public TlsFiles {
    keyStore = keyStore.toAbsolutePath().normalize();
    trustStore = trustStore.toAbsolutePath().normalize();
  }

  /** Text without the password. */
  @Override
  public String toString() {
    return "TlsFiles[keyStore=%s, trustStore=%s]".formatted(keyStore, trustStore);
  }
}
