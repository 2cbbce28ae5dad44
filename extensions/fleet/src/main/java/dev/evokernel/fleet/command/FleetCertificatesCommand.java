package dev.evokernel.fleet.command;

import module java.base;

import dev.evokernel.certificates.Keytool;
import dev.evokernel.cli.options.Bounds;
import dev.evokernel.fleet.tls.FleetCertificates;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.device.BadInputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo fleet certificates}. */
@Command(
    name = "certificates",
    description =
        "Makes a certificate authority for a fleet, a certificate for the coordinator and one for"
            + " each worker. With an existing authority, adds workers.",
    exitCodeList = {"0:made", "2:bad input, or an existing file would be overwritten"})
final class FleetCertificatesCommand implements Callable<Integer> {

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      required = true,
      description = "The folder of all certificates; only this user can read it.")
  private Path to = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "NAME",
      split = ",",
      description =
          "Names and addresses by which workers reach the coordinator, besides localhost and the"
              + " name and addresses of this machine.")
  private List<String> hosts = List.of();

  @Option(
      names = "--worker",
      paramLabel = "NAME",
      split = ",",
      description = "A name for each worker, such as its host's.")
  private List<String> workers = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "Days until the certificates expire (default: ${DEFAULT-VALUE}).")
  private int days = 730;

  @Option(
      names = "--renew",
      description =
          "Replaces the certificates of the coordinator and of the named workers by new ones of the"
              + " same authority.")
  private boolean renew;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    Bounds.between(1, 3650, "--days", days);
    Path folder = to.toAbsolutePath().normalize();
    var certificates = new FleetCertificates(folder, days, InstantSource.system());
    boolean isNew = !certificates.hasAuthority();
    requireSense(certificates, isNew);
    if (isNew) {
      certificates.makeAuthority();
    }
    if (isNew || renew) {
      certificates.makeCoordinator(names());
    }
    for (String worker : workers) {
      certificates.makeWorker(worker);
    }
    say(certificates, isNew);
    return 0;
  }

  private void requireSense(FleetCertificates certificates, boolean isNew) {
    if (isNew && renew) {
      throw new BadInputException(
          "--renew needs an authority, but %s has none. Omit --renew to make one.".formatted(to));
    }
    if (!isNew && !renew && (workers.isEmpty() || !hosts.isEmpty())) {
      throw new BadInputException(
          "%s exists already. Add a worker: --worker NAME. Replace certificates, for example for other hosts: --renew"
              .formatted(certificates.authority()));
    }
    if (!renew) {
      for (String worker : workers) {
        if (Files.exists(certificates.worker(worker))) {
          throw new BadInputException(
              "Worker '%s' already has a certificate in %s. Replace it: --renew"
                  .formatted(worker, certificates.worker(worker)));
        }
      }
    }
  }

  private Set<String> names() {
    var names = new LinkedHashSet<>(hosts);
    try {
      names.add(InetAddress.getLocalHost().getHostName());
      names.addAll(Keytool.namesOfThisMachine());
    } catch (UnknownHostException | SocketException e) {
      names.add("localhost"); // The network names are unknown; --host can name them.
    }
    return names;
  }

  private void say(FleetCertificates certificates, boolean isNew) {
    PrintWriter out = spec.commandLine().getOut();
    if (isNew) {
      out.println(
          "Authority:    "
              + certificates.authority()
              + " (keep it here: no process of a fleet reads it)");
    }
    if (isNew || renew) {
      out.println("Coordinator:  " + certificates.coordinator());
      out.println("              for " + String.join(", ", names()));
      out.println(
          "  "
              + Launcher.command(
                  "run --fleet HOST:9465 --tls "
                      + Printable.word(certificates.coordinator().toString())));
    }
    for (String worker : workers) {
      out.println("Worker:       " + certificates.worker(worker));
      out.println(
          "  Copy this folder to the host of '%s', readable only by its user. On that host:"
              .formatted(worker));
      out.println("  " + Launcher.command("worker --join HOST:9465 --tls FOLDER"));
    }
    out.flush();
  }
}
