package dev.evokernel.dashboard;

import module java.base;

/** Creates keys and certificates in a PKCS #12 store with the JDK's keytool. */
final class Keytool {

  private static final String PASSWORD = "EVO_STORE";
  private static final int PATIENCE_SECONDS = 60;

  /** Time format of keytool, in the local time zone. */
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss", Locale.ROOT);

  private Keytool() {}

  /**
   * Specification of a key and its certificate.
   *
   * @param alias name in the store
   * @param curve elliptic curve, for example {@code secp256r1}
   * @param name subject of the certificate, without {@code CN=}
   * @param from start of the certificate's validity
   * @param days length of the validity
   * @param extensions values of keytool's option {@code -ext}
   */
  record Key(
      String alias, String curve, String name, Instant from, int days, List<String> extensions) {

    public Key {
      extensions = List.copyOf(extensions);
    }

    private List<String> arguments() {
      var arguments =
          new ArrayList<>(List.of("-alias", alias, "-keyalg", "EC", "-groupname", curve, "-dname"));
      arguments.add("CN=" + name.replaceAll("([,+\"\\\\<>;=#])", "\\\\$1"));
      arguments.addAll(List.of("-startdate", LOCAL.format(from.atZone(ZoneId.systemDefault()))));
      arguments.addAll(List.of("-validity", Integer.toString(days)));
      extensions.forEach(extension -> arguments.addAll(List.of("-ext", extension)));
      return arguments;
    }
  }

  /**
   * Adds a key with a self-signed certificate to a new or existing store.
   *
   * @throws IOException if keytool is missing or fails
   */
  static void selfSigned(Path store, String password, Key key)
      throws IOException, InterruptedException {
    run(store, password, key.arguments());
  }

  private static void run(Path store, String password, List<String> arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-Xlog:disable", "-genkeypair", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass:env", PASSWORD));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD, password);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(output.strip());
    }
  }

  /** Extension for the alternative names of a host: DNS names and IP addresses. */
  static String alternativeNames(Collection<String> names) {
    return "san="
        + names.stream()
            .map(name -> (name.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + name)
            .collect(Collectors.joining(","));
  }

  /** {@code localhost} and every address of this machine. */
  static Set<String> namesOfThisMachine() throws SocketException {
    var names = new LinkedHashSet<>(List.of("localhost"));
    for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      Collections.list(network.getInetAddresses()).stream()
          .map(InetAddress::getHostAddress)
          .filter(address -> !address.contains("%"))
          .forEach(names::add);
    }
    return names;
  }
}
