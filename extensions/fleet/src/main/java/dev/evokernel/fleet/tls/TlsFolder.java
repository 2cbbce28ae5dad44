package dev.evokernel.fleet.tls;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.TlsFiles;
import java.security.cert.Certificate;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;

/**
 * Folder with the TLS files of one side, as {@link FleetCertificates} makes it: a key with its
 * certificate, the certificate of the authority, and the password of both.
 */
public record TlsFolder(Path folder) {

  static final String KEYS = "keystore.p12";
  static final String TRUSTED = "truststore.p12";
  static final String PASSWORD = "password";
  static final String OWN = "own";
  static final String COORDINATOR = "coordinator";
  static final String WORKERS = "workers";

  private static final String AUTHORITY = "authority";
  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
  private static final List<String> WILDCARDS = List.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  /** Type of a DNS name among a certificate's alternative names. */
  private static final int DNS_NAME = 2;

  private static final int ADDRESS = 7;

  /**
   * Loads the coordinator's files and checks them as far as possible before a worker connects.
   *
   * @param named the coordinator's folder, or the folder of all certificates
   * @throws EnvironmentException if a file is missing or unreadable, or the certificate is expired,
   *     of another authority, not a coordinator's, or for another host
   */
  public static TlsFiles coordinator(Path named, FleetAddress listen, Instant now) {
    var folder =
        new TlsFolder(
            Files.exists(named.resolve(COORDINATOR)) ? named.resolve(COORDINATOR) : named);
    TlsFiles files = folder.files();
    X509Certificate own = folder.certificate(files, now);
    folder.requireUse(own, SERVER, "coordinator", "worker");
    folder.requireHost(own, listen);
    return files;
  }

  /**
   * Loads and checks a worker's files.
   *
   * @param named the worker's folder
   */
  public static TlsFiles worker(Path named, Instant now) {
    if (Files.isDirectory(named.resolve(WORKERS)) && !Files.exists(named.resolve(KEYS))) {
      throw new EnvironmentException(
          "%s has the certificates of a whole fleet. Name the folder of this worker, one of those in %s."
              .formatted(named, named.resolve(WORKERS)));
    }
    var folder = new TlsFolder(named);
    TlsFiles files = folder.files();
    folder.requireUse(folder.certificate(files, now), CLIENT, "worker", "coordinator");
    return files;
  }

  private TlsFiles files() {
    for (String file : List.of(KEYS, TRUSTED, PASSWORD)) {
      if (!Files.isReadable(folder.resolve(file))) {
        throw new EnvironmentException(
            "The fleet's certificates lack %s, or this user cannot read it. Copy the whole folder made by 'evo fleet certificates', or make a new one: evo fleet certificates --to FOLDER"
                .formatted(folder.resolve(file)));
      }
    }
    try {
      return new TlsFiles(
          folder.resolve(KEYS),
          folder.resolve(TRUSTED),
          Files.readString(folder.resolve(PASSWORD)).strip());
    } catch (IOException e) {
      throw unreadable(folder.resolve(PASSWORD), e);
    }
  }

  /** Loads the side's certificate, checked to be valid now and signed by the trusted authority. */
  private X509Certificate certificate(TlsFiles files, Instant now) {
    Certificate own = only(files.keyStore(), files.password(), OWN);
    Certificate authority = only(files.trustStore(), files.password(), AUTHORITY);
    try {
      own.verify(authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new EnvironmentException(
          "The certificate in %s is not of the authority in %s. Copy the whole folder made by 'evo fleet certificates'."
              .formatted(files.keyStore(), files.trustStore()),
          e);
    }
    var certificate = (X509Certificate) own;
    try {
      certificate.checkValidity(Date.from(now));
    } catch (CertificateExpiredException e) {
      throw new EnvironmentException(
          "The certificate in %s expired at %s. Renew it: evo fleet certificates --to FOLDER --renew"
              .formatted(files.keyStore(), certificate.getNotAfter().toInstant()),
          e);
    } catch (CertificateNotYetValidException e) {
      throw new EnvironmentException(
          "The certificate in %s is valid from %s on, but the clock of this machine shows %s. Maybe set the clock."
              .formatted(files.keyStore(), certificate.getNotBefore().toInstant(), now),
          e);
    }
    return certificate;
  }

  private Certificate only(Path file, String password, String alias) {
    try {
      return Objects.requireNonNullElseGet(
          store(file, password).getCertificate(alias),
          () -> {
            throw new EnvironmentException(
                "%s has no entry '%s'. Make a new one: evo fleet certificates --to FOLDER"
                    .formatted(file, alias));
          });
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(file, e);
    }
  }

  private EnvironmentException unreadable(Path file, Exception why) {
    return new EnvironmentException(
        "Cannot read %s: %s. Maybe the password in %s belongs to another store. Copy the whole folder made by 'evo fleet certificates'."
            .formatted(file, why.getMessage(), folder.resolve(PASSWORD)),
        why);
  }

  private void requireUse(X509Certificate own, String use, String wanted, String other) {
    try {
      if (!Optional.ofNullable(own.getExtendedKeyUsage()).orElse(List.of()).contains(use)) {
        throw new EnvironmentException(
            "The certificate in %s is a %s's, but a %s needs its own, from another folder made by 'evo fleet certificates'."
                .formatted(folder, other, wanted));
      }
    } catch (CertificateParsingException e) {
      throw unreadable(folder.resolve(KEYS), e);
    }
  }

  private void requireHost(X509Certificate own, FleetAddress listen) {
    List<String> names = names(own);
    if (!WILDCARDS.contains(listen.host()) && !names.contains(plain(listen.host()))) {
      throw new EnvironmentException(
          "The certificate in %s is not for '%s', so workers would refuse it; it is for %s. Renew it: evo fleet certificates --to FOLDER --renew --host %s"
              .formatted(folder, listen.host(), String.join(", ", names), listen.host()));
    }
  }

  /** Lists the names in lower case, and the addresses in Java's notation. */
  private List<String> names(X509Certificate own) {
    try {
      var names = new ArrayList<String>();
      Collection<List<?>> all =
          Optional.ofNullable(own.getSubjectAlternativeNames()).orElse(List.of());
      for (List<?> name : all) {
        if (name.get(0).equals(DNS_NAME) || name.get(0).equals(ADDRESS)) {
          names.add(plain(String.valueOf(name.get(1))));
        }
      }
      return names;
    } catch (CertificateParsingException e) {
      throw unreadable(folder.resolve(KEYS), e);
    }
  }

  /** Normalises a host, since an IPv6 address has several spellings. */
  private static String plain(String host) {
    if (host.contains(":")) {
      try {
        return java.net.InetAddress.ofLiteral(host).getHostAddress();
      } catch (IllegalArgumentException e) {
        return host;
      }
    }
    return host.toLowerCase(Locale.ROOT);
  }

  static KeyStore store(Path file, String password) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file)) {
      store.load(stream, password.toCharArray());
    }
    return store;
  }
}
