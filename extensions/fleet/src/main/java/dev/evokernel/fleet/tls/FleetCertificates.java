package dev.evokernel.fleet.tls;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.certificates.Keytool;
import java.security.cert.Certificate;

/**
 * Maker of a fleet's TLS files: an own authority, a certificate for the coordinator with the names
 * and addresses of its host, and one for each worker.
 *
 * <p>A worker's certificate is valid only for a client, so that no worker can pose as the
 * coordinator. The authority's key signs only these certificates and is needed only to add or renew
 * one; no process of a fleet reads it.
 *
 * @param folder the folder of all certificates, absolute
 * @param days validity of a certificate
 */
public record FleetCertificates(Path folder, int days, InstantSource clock) {

  private static final String AUTHORITY = "authority";
  private static final int AUTHORITY_DAYS = 3650;
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";

  /** Tolerance for hosts whose clock is behind. */
  private static final Duration CLOCKS = Duration.ofHours(1);

  /** Key store of the authority. */
  public Path authority() {
    return folder.resolve("authority.p12");
  }

  private Path authorityPassword() {
    return folder.resolve("authority.password");
  }

  public boolean hasAuthority() {
    return Files.exists(authority());
  }

  public Path coordinator() {
    return folder.resolve(TlsFolder.COORDINATOR);
  }

  public Path worker(String name) {
    return folder.resolve(TlsFolder.WORKERS).resolve(name);
  }

  /**
   * Makes a new authority.
   *
   * @throws EnvironmentException if there is one already, or the folder cannot be written
   */
  public void makeAuthority() throws InterruptedException {
    if (hasAuthority()) {
      throw new EnvironmentException(
          "%s exists already: a new authority would invalidate every certificate of the old one. Name another folder, or add a worker to this authority: --worker NAME"
              .formatted(authority()));
    }
    try {
      privateFolder(folder);
      String password = password();
      privateFile(authorityPassword(), password);
      privateFile(authority(), "");
      Path made = folder.resolve("authority.new");
      Files.deleteIfExists(made);
      Keytool.selfSigned(
          made,
          password,
          new Keytool.Key(
              AUTHORITY,
              "secp384r1",
              "evo fleet " + HexFormat.of().formatHex(random(4)),
              clock.instant().minus(CLOCKS),
              AUTHORITY_DAYS,
              List.of("bc:c=ca:true,pathlen:0", "ku:c=keyCertSign,cRLSign")));
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      Files.move(made, authority(), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unusable(authority(), e);
    }
  }

  /**
   * Makes or replaces the coordinator's files.
   *
   * @param hosts names and addresses by which workers reach the coordinator
   */
  public void makeCoordinator(Collection<String> hosts) throws InterruptedException {
    make(coordinator(), "coordinator", List.of("eku=serverAuth", Keytool.alternativeNames(hosts)));
  }

  /**
   * Makes or replaces a worker's files.
   *
   * @throws EnvironmentException if the name is no valid folder name
   */
  public void makeWorker(String name) throws InterruptedException {
    if (!name.matches(NAME)) {
      throw new EnvironmentException(
          "A worker's name must have 1 to 63 letters, digits, '.', '_' or '-', was '%s'."
              .formatted(name));
    }
    make(worker(name), "worker " + name, List.of("eku=clientAuth"));
  }

  private void make(Path to, String subject, List<String> extensions) throws InterruptedException {
    try {
      String authorityPassword = Files.readString(authorityPassword()).strip();
      String password = password();
      Path work = Files.createTempDirectory(folder, "making");
      try {
        Path both = work.resolve("both.p12");
        Files.copy(authority(), both);
        var all = new ArrayList<>(List.of("bc:c=ca:false", "ku:c=digitalSignature"));
        all.addAll(extensions);
        Keytool.signed(
            both,
            authorityPassword,
            new Keytool.Key(
                TlsFolder.OWN, "secp256r1", subject, clock.instant().minus(CLOCKS), days, all),
            AUTHORITY);
        KeyStore made = TlsFolder.store(both, authorityPassword);
        privateFolder(Objects.requireNonNull(to.getParent()));
        privateFolder(to);
        write(to.resolve(TlsFolder.KEYS), password, own(made, authorityPassword, password));
        write(to.resolve(TlsFolder.TRUSTED), password, trusted(made));
        privateFile(to.resolve(TlsFolder.PASSWORD), password + "\n");
      } finally {
        Files.deleteIfExists(work.resolve("both.p12"));
        Files.deleteIfExists(work);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(to, e);
    }
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static KeyStore own(KeyStore made, String old, String password)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setKeyEntry(
        TlsFolder.OWN,
        made.getKey(TlsFolder.OWN, old.toCharArray()),
        password.toCharArray(),
        made.getCertificateChain(TlsFolder.OWN));
    return store;
  }

  private static KeyStore trusted(KeyStore made) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    Certificate authority = made.getCertificate(AUTHORITY);
    store.setCertificateEntry(AUTHORITY, Objects.requireNonNull(authority));
    return store;
  }

  private static void write(Path file, String password, KeyStore store)
      throws IOException, GeneralSecurityException {
    privateFile(file, "");
    try (var stream = Files.newOutputStream(file)) {
      store.store(stream, password.toCharArray());
    }
  }

  private static void privateFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
  }

  /** Writes a file that is readable only by its owner from its creation on. */
  private static void privateFile(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }

  private static String password() {
    return HexFormat.of().formatHex(random(24));
  }

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return random;
  }

  private static EnvironmentException unusable(Path what, Exception why) {
    return new EnvironmentException(
        "Cannot make %s: %s. Maybe the folder is not writable, or %s is of another authority."
            .formatted(what, why.getMessage(), "authority.password"),
        why);
  }
}
