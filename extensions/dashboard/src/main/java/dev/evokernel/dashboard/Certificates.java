package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import java.security.cert.Certificate;

final class Certificates {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private static final String ALIAS = "evo";
  private static final int DAYS = 90;

  /** Environment variable with the password for keytool: other users see command lines. */
  private static final String PASSWORD = "EVO_STORE";

  private static final int PATIENCE_SECONDS = 60;

  /**
   * Identity of a TLS server.
   *
   * @param fingerprint SHA-256 of the certificate, for users to compare
   */
  public record Identity(SSLContext context, String fingerprint) {}

  private Certificates() {}

  /**
   * Loads PEM files.
   *
   * @param chain certificates, the server's own first
   * @param key unencrypted key in PKCS #8
   * @throws EnvironmentException if a file cannot be read or parsed
   */
  public static Identity pem(Path chain, Path key) {
    try (InputStream in = Files.newInputStream(chain)) {
      Certificate[] certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      Matcher found = KEY.matcher(Files.readString(key));
      if (certificates.length == 0 || !found.find()) {
        throw new EnvironmentException(
            "%s must contain a certificate and %s a key with BEGIN PRIVATE KEY. Convert other keys with: openssl pkcs8 -topk8 -nocrypt"
                .formatted(chain, key));
      }
      PrivateKey own =
          KeyFactory.getInstance(certificates[0].getPublicKey().getAlgorithm())
              .generatePrivate(
                  new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1))));
      char[] password = DashboardSettings.randomToken().toCharArray();
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry(ALIAS, own, password, certificates);
      return identity(store, password);
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(chain + " and " + key, e);
    }
  }

  /** Loads a PKCS #12 or Java key store. */
  public static Identity keyStore(Path file, char[] password) {
    try {
      return identity(KeyStore.getInstance(file.toFile(), password), password);
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(file.toString(), e);
    }
  }

  /**
   * Creates a self-signed certificate for the names of this machine with the JDK's keytool. The
   * certificate is kept in memory only.
   *
   * @throws EnvironmentException if this Java has no keytool
   */
  public static Identity selfSigned() throws InterruptedException {
    String password = DashboardSettings.randomToken();
    Path folder = null;
    try {
      folder = Files.createTempDirectory("evo-tls");
      Path store = folder.resolve("evo.p12");
      generate(store, password);
      return keyStore(store, password.toCharArray());
    } catch (IOException e) {
      throw unusable("keytool", e);
    } finally {
      if (folder != null) {
        delete(folder);
      }
    }
  }

  private static void generate(Path store, String password)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-Xlog:disable", "-genkeypair", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass:env", PASSWORD));
    command.addAll(List.of("-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-dname", "CN=evo dashboard", "-validity", Integer.toString(DAYS)));
    command.addAll(List.of("-ext", "san=" + namesOfThisMachine()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD, password);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(output.strip());
    }
  }

  /** {@code localhost} and every address of this machine, as keytool's alternative names. */
  private static String namesOfThisMachine() throws SocketException {
    return Stream.concat(
            Stream.of("dns:localhost"),
            NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(InetAddress::getHostAddress)
                .filter(address -> !address.contains("%"))
                .map("ip:"::concat))
        .distinct()
        .collect(Collectors.joining(","));
  }

  private static void delete(Path folder) {
    try {
      Files.deleteIfExists(folder.resolve("evo.p12"));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // The file is readable by this user only, and its password is not stored.
    }
  }

  private static Identity identity(KeyStore store, char[] password)
      throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        byte[] certificate = store.getCertificate(alias).getEncoded();
        return new Identity(
            context,
            HexFormat.ofDelimiter(":")
                .withUpperCase()
                .formatHex(HexFormat.of().parseHex(Sha256.of(certificate))));
      }
    }
    throw new GeneralSecurityException("the store has no key");
  }

  private static EnvironmentException unusable(String what, Exception why) {
    return new EnvironmentException(
        "Cannot load a certificate from %s: %s.".formatted(what, why.getMessage()), why);
  }
}
