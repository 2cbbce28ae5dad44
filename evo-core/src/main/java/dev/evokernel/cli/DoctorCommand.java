package dev.evokernel.cli;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.CacheFolder;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Requirement;
import dev.evokernel.config.Sizes;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.ResultStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Checks whether this machine is ready for tonight, and says how to mend what is missing;"
            + " and what a wrong kernel would pass for want of a question.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:at least one backend can run; of a self-test: every line is right",
      "1:none can; of a self-test: a line is wrong",
      "2:bad input, or there is no such device"
    })
final class DoctorCommand implements Callable<Integer> {

  private static final long ENOUGH_BYTES = 2L << 30;

  @Option(
      names = "--results",
      defaultValue = "results",
      description = "The folder that has to be writable (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @ArgGroup(
      exclusive = false,
      heading = "%nProvoke every fault that a night may bring, on a kernel made for it:%n")
  private @Nullable SelfTestOptions selfTest;

  @Mixin private VerificationCheckup gate = new VerificationCheckup();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    return selfTest == null ? check(out) : selfTest.run(out, spec.commandLine().getErr());
  }

  private int check(PrintWriter out) {
    List<Requirement> machine = machine();
    print(out, "machine", machine);
    boolean machineReady = ready(machine);
    var runnable = new ArrayList<String>();
    for (Backend backend : Backend.all()) {
      List<Requirement> requirements = backend.requirements();
      print(out, "backend " + backend.name(), requirements);
      print(out, "", holders(backend));
      print(out, "", limits(backend));
      if (ready(requirements) && !backend.devices().isEmpty()) {
        runnable.add(backend.name());
      }
    }
    gate.print(out);
    if (machineReady && !runnable.isEmpty()) {
      out.println("Ready: evo can run on " + String.join(" and ", runnable) + ".");
      return 0;
    }
    out.println("Not ready: mend what is marked 'missing' above.");
    return 1;
  }

  private List<Requirement> machine() {
    return Stream.concat(
            Stream.of(java(), git(), disk(), writable(), cache()), BaselineNeeds.list().stream())
        .toList();
  }

  /** Who measures on each device now; whoever wants it next waits or is refused. */
  private static List<Requirement> holders(Backend backend) {
    Path locks = DeviceLock.folder(System.getenv());
    return backend.devices().stream()
        .map(
            device ->
                new Requirement(
                    device.id(),
                    true,
                    false,
                    DeviceLock.owner(DeviceLock.file(locks, backend, device))
                        .map(holder -> "in use by " + holder)
                        .orElse("free, " + device.model()),
                    ""))
        .toList();
  }

  /** Whether anything can be said of how close to a device's limit a kernel comes. */
  private List<Requirement> limits(Backend backend) {
    return backend.devices().stream()
        .map(
            device ->
                known(backend, device)
                    .map(
                        limits ->
                            new Requirement(
                                "limits of " + device.id(),
                                true,
                                false,
                                "measured " + limits.measured().truncatedTo(ChronoUnit.MINUTES),
                                ""))
                    .orElseGet(
                        () ->
                            new Requirement(
                                "limits of " + device.id(),
                                false,
                                false,
                                "not measured under this driver: ./evo roofline KERNEL --device "
                                    + device.id(),
                                "")))
        .toList();
  }

  private Optional<MeasuredLimits> known(Backend backend, DeviceIdentity device) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      return store.limits(backend.name(), device);
    } catch (EnvironmentException e) {
      return Optional.empty(); // An older file, which has no limits.
    }
  }

  private static boolean ready(List<Requirement> requirements) {
    return requirements.stream().allMatch(found -> found.present() || !found.needed());
  }

  private static void print(PrintWriter out, String heading, List<Requirement> requirements) {
    if (!heading.isEmpty()) {
      out.println(heading);
    }
    for (Requirement requirement : requirements) {
      String mark = requirement.present() ? "ok" : requirement.needed() ? "missing" : "absent";
      out.printf("  %-8s %-24s %s%n", mark, requirement.name(), requirement.found());
      if (!requirement.present() && !requirement.remedy().isEmpty()) {
        out.printf("  %-8s %-24s → %s%n", "", "", requirement.remedy());
      }
    }
  }

  private static Requirement java() {
    return new Requirement(
        "Java", true, true, Runtime.version() + " in " + System.getProperty("java.home"), "");
  }

  private static Requirement git() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "git"))) {
        return new Requirement("git", true, false, Path.of(folder, "git").toString(), "");
      }
    }
    return new Requirement(
        "git",
        false,
        false,
        "not on the PATH",
        "Results will not know their commit. Maybe: apt-get install git");
  }

  private Requirement disk() {
    try {
      FileStore store = Files.getFileStore(existing(results));
      long free = store.getUsableSpace();
      String found = "%.1f GiB free for %s".formatted(free / (double) (1L << 30), results);
      return new Requirement(
          "disk",
          free >= ENOUGH_BYTES,
          true,
          found,
          "A night needs 2 GiB. Free some space, or name another folder under 'results' in"
              + " evo.yaml.");
    } catch (IOException e) {
      return new Requirement("disk", false, true, e.toString(), "Check the disk of " + results);
    }
  }

  private Requirement writable() {
    Path folder = existing(results);
    boolean writable = Files.isDirectory(folder) && Files.isWritable(folder);
    return new Requirement(
        "results",
        writable,
        true,
        results.toAbsolutePath().normalize() + (writable ? " is writable" : " is not writable"),
        "Change its permissions (chmod u+w), or name another folder under 'results' in evo.yaml.");
  }

  /** What can be made again, and how much of it. */
  private Requirement cache() {
    Path folder = results.resolve("cache");
    try {
      CacheFolder.Usage usage = new CacheFolder(folder).usage();
      String found =
          "%.1f MiB of %s in %d entries%s"
              .formatted(
                  usage.bytes() / (double) (1L << 20),
                  Sizes.text(usage.limit()),
                  usage.entries(),
                  usage
                      .eldest()
                      .map(used -> ", the eldest used " + used.truncatedTo(ChronoUnit.MINUTES))
                      .orElse(""));
      return new Requirement("cache", true, false, found, "");
    } catch (EnvironmentException e) {
      return new Requirement(
          "cache", false, false, e.message(), "It may be deleted at any time: rm -r " + folder);
    }
  }

  /** The folder itself, or the nearest one above it that exists. */
  private static Path existing(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }
}
