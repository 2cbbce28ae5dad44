package dev.evokernel.fleet.wire;

import java.nio.file.Path;

/**
 * TLS files of one side, for mutual authentication.
 *
 * @param keyStore the side's own key and certificate, PKCS12, absolute
 * @param trustStore the certificate of the other side's authority, PKCS12, absolute
 * @param password password of both
 */
public record TlsFiles(Path keyStore, Path trustStore, String password) {

  public TlsFiles {
    keyStore = keyStore.toAbsolutePath().normalize();
    trustStore = trustStore.toAbsolutePath().normalize();
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "TlsFiles[keyStore=%s, trustStore=%s]".formatted(keyStore, trustStore);
  }
}
