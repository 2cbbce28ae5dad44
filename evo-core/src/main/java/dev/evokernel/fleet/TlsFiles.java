package dev.evokernel.fleet;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One side's files for TLS in which both sides show a certificate.
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

  /**
   * The files of a folder: {@code keystore.p12}, {@code truststore.p12}, and the {@code password}
   * in a file of its own.
   *
   * @throws EnvironmentException if the password cannot be read
   */
  public static TlsFiles in(Path folder) {
    try {
      return new TlsFiles(
          folder.resolve("keystore.p12"),
          folder.resolve("truststore.p12"),
          Files.readString(folder.resolve("password")).strip());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The folder %s has no certificates of a fleet: %s. Make them with evo fleet certificates."
              .formatted(folder, e),
          e);
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "TlsFiles[keyStore=%s, trustStore=%s]".formatted(keyStore, trustStore);
  }
}
