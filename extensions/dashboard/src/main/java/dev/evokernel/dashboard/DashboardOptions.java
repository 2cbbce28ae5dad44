package dev.evokernel.dashboard;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.JobOptions;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class DashboardOptions {

  public static final String USUAL_ADDRESS = "127.0.0.1:8710";

  private static final String SELF_SIGNED = "self-signed";
  private static final String MADE = "";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description =
          "The address to listen at (default: "
              + USUAL_ADDRESS
              + ", or a free port if that is in use). Beyond loopback, a token and TLS are always"
              + " required.")
  private @Nullable String listen;

  @Option(
      names = "--token",
      paramLabel = "WORD",
      arity = "0..1",
      fallbackValue = MADE,
      defaultValue = "${env:EVO_DASHBOARD_TOKEN}",
      description =
          "Requires this token from browsers; without a value, generates and prints one. Command"
              + " lines are visible to other users: prefer the variable EVO_DASHBOARD_TOKEN.")
  private @Nullable String token;

  @Option(
      names = "--tls",
      paramLabel = "FILE[,KEY]",
      split = ",",
      description =
          "Serves HTTPS: a PEM file with the certificate and one with its key; a key store, with"
              + " its password in EVO_DASHBOARD_KEYSTORE_PASSWORD; or '"
              + SELF_SIGNED
              + "', the default beyond loopback.")
  private List<String> tls = List.of();

  @Option(
      names = "--host",
      paramLabel = "NAME",
      split = ",",
      description =
          "More names that browsers may use for the dashboard on loopback, such as a proxy's.")
  private List<String> hosts = List.of();

  private @Nullable String fingerprint;

  /** Fingerprint of a self-signed certificate; empty for any other, and without TLS. */
  public Optional<String> fingerprint() {
    return Optional.ofNullable(fingerprint);
  }

  /** Returns whether the user chose the port, so that no other port is acceptable. */
  public boolean isFixed() {
    return listen != null;
  }

  /**
   * Combines the options.
   *
   * @throws BadInputException if an option is invalid
   */
  public DashboardSettings settings(Path results) throws InterruptedException {
    InetSocketAddress address = address(listen == null ? USUAL_ADDRESS : listen);
    boolean isLocal = address.getAddress().isLoopbackAddress();
    Optional<String> word =
        Optional.ofNullable(token)
            .or(() -> isLocal ? Optional.empty() : Optional.of(MADE))
            .map(given -> given.equals(MADE) ? DashboardSettings.randomToken() : given);
    Set<String> names =
        hosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    Optional<Certificates.Identity> identity = identity(isLocal);
    return Bounds.valid(
        () ->
            new DashboardSettings(
                results, address, word, identity.map(Certificates.Identity::context), names));
  }

  private Optional<Certificates.Identity> identity(boolean isLocal) throws InterruptedException {
    if (tls.isEmpty() && isLocal) {
      return Optional.empty();
    }
    if (tls.isEmpty() || tls.equals(List.of(SELF_SIGNED))) {
      Certificates.Identity made = Certificates.selfSigned();
      fingerprint = made.fingerprint();
      return Optional.of(made);
    }
    List<String> files = JobOptions.wholeFiles(tls);
    return Optional.of(
        switch (files.size()) {
          case 1 ->
              Certificates.keyStore(
                  Path.of(files.getFirst()),
                  System.getenv()
                      .getOrDefault("EVO_DASHBOARD_KEYSTORE_PASSWORD", "")
                      .toCharArray());
          case 2 -> Certificates.pem(Path.of(files.get(0)), Path.of(files.get(1)));
          default ->
              throw new BadInputException(
                  "--tls takes a key store, or a certificate and its key, but got %d files."
                      .formatted(files.size()));
        });
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
    if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new BadInputException(
          "--listen must be HOST:PORT with a port from 0 to 65535, was '" + text + "'.");
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(port));
    } catch (UnknownHostException e) {
      throw new BadInputException(
          "--listen: cannot resolve '" + host + "'. Maybe: --listen " + USUAL_ADDRESS);
    }
  }
}
