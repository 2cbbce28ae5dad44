package dev.evokernel.certificates;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Makes keys and their certificates in a PKCS #12 store. */
public final class Keytool {

  private static final String PASSWORD = "EVO_STORE";
  private static final int PATIENCE_SECONDS = 60;

  /** As keytool reads a time, in the time zone of this machine. */
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss", Locale.ROOT);

  private Keytool() {}

  /**
   * A key and its certificate.
   *
   * @param alias by which the store knows it
   * @param curve the key's, for example {@code secp256r1}
   * @param name the certificate's subject, without {@code CN=}
   * @param from when the certificate begins to be valid
   * @param days for how many it is valid
   * @param extensions as keytool's option {@code -ext} takes them
   */
  public record Key(
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
   * Adds a key with a certificate that it signs itself to a store, which need not exist yet.
   *
   * @throws IOException if this Java has no keytool, or it fails
   */
  public static void selfSigned(Path store, String password, Key key)
      throws IOException, InterruptedException {
    run(store, password, key.arguments());
  }

  /**
   * Adds a key with a certificate that another key of the same store signs.
   *
   * @param signer the other key's alias
   * @throws IOException if this Java has no keytool, or it fails
   */
  public static void signed(Path store, String password, Key key, String signer)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(key.arguments());
    arguments.addAll(List.of("-signer", signer));
    run(store, password, arguments);
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
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(said.strip());
    }
  }

  /** The extension that holds the names and addresses of a host. */
  public static String alternativeNames(Collection<String> names) {
    return "san="
        + names.stream()
            .map(one -> (one.matches("[0-9.]+|.*:.*") ? "ip:" : "dns:") + one)
            .collect(Collectors.joining(","));
  }

  /** {@code localhost} and every address of this machine. */
  public static Set<String> namesOfThisMachine() throws SocketException {
    var names = new LinkedHashSet<>(List.of("localhost"));
    for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      Collections.list(one.getInetAddresses()).stream()
          .map(InetAddress::getHostAddress)
          .filter(address -> !address.contains("%"))
          .forEach(names::add);
    }
    return names;
  }
}
