package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.config.Sizes;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.spec.MachineLoad;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.ResultStore;
import dev.evokernel.text.Launcher;

/** Check of the machine for what a run needs, with remedies for what is missing. */
public record MachineCheck(Path results) {

  private static final long ENOUGH_BYTES = 2L << 30;
  private static final Duration TOOL_LIMIT = Duration.ofSeconds(20);

  /** Finds the package without importing it, since an import takes seconds. */
  private static final String LOOK_FOR_TORCH =
      "from importlib import metadata\nprint(metadata.version('torch'))";

  /** Requirements of one subject, needed or optional. */
  public record Section(String subject, List<Requirement> requirements) {

    boolean isReady() {
      return requirements.stream().allMatch(found -> found.present() || !found.needed());
    }
  }

  /**
   * Result of the whole check.
   *
   * @param runnable names of the backends on which a run is possible; empty if the machine is not
   *     ready
   */
  public record Result(List<Section> sections, List<String> runnable) {}

  public Result check() {
    var machine =
        new Section(
            "machine",
            Stream.of(Stream.of(java(), git(), disk(), writable(), cache(), load()), forBaselines())
                .flatMap(found -> found)
                .toList());
    var sections = new ArrayList<>(List.of(machine));
    var runnable = new ArrayList<String>();
    for (Backend backend : Backend.all()) {
      List<DeviceIdentity> devices = backend.devices();
      var requirements = new ArrayList<>(backend.requirements());
      devices.forEach(device -> requirements.add(owner(backend, device)));
      devices.forEach(device -> requirements.add(limits(backend, device)));
      var section = new Section("backend " + backend.name(), requirements);
      sections.add(section);
      if (machine.isReady() && section.isReady() && !devices.isEmpty()) {
        runnable.add(backend.name());
      }
    }
    return new Result(sections, runnable);
  }

  private static Requirement java() {
    return new Requirement(
        "Java", true, true, Runtime.version() + " in " + System.getProperty("java.home"), "");
  }

  private static Requirement git() {
    return Requirement.of(
        "git",
        false,
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> Path.of(folder, "git"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst(),
        "not on the PATH",
        "Results will lack the commit of the source. Maybe install it: apt-get install git");
  }

  private Requirement disk() {
    try {
      long free = Files.getFileStore(existing(results)).getUsableSpace();
      return new Requirement(
          "disk",
          free >= ENOUGH_BYTES,
          true,
          "%.1f GiB free for %s".formatted(free / (double) (1L << 30), results),
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

  private static Requirement load() {
    Optional<MachineLoad> load = MachineLoad.sampling().join();
    return new Requirement(
        "load",
        load.stream().noneMatch(MachineLoad::isBusy),
        false,
        load.map(MachineLoad::toString).orElse("unknown"),
        "Times vary, and finals may end undecided. End other work before a run.");
  }

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
                      .map(used -> ", the oldest used " + used.truncatedTo(ChronoUnit.MINUTES))
                      .orElse(""));
      return new Requirement("cache", true, false, found, "");
    } catch (EnvironmentException e) {
      return new Requirement(
          "cache",
          false,
          false,
          e.message(),
          "The cache may be deleted at any time: rm -r " + folder);
    }
  }

  private static Path existing(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }

  private static Stream<Requirement> forBaselines() {
    Requirement python =
        asked(
            "python3",
            List.of("python3", "--version"),
            "Most baselines are Python scripts. Maybe install it: apt-get install python3");
    return python.present()
        ? Stream.of(
            python,
            asked(
                "torch",
                List.of("python3", "-c", LOOK_FOR_TORCH),
                "Needed by the GPU baselines: PyTorch's attention and cuBLAS. Maybe install it: pip"
                    + " install torch"))
        : Stream.of(python);
  }

  private static Requirement asked(String name, List<String> command, String remedy) {
    Optional<String> found = Optional.empty();
    try {
      ToolRun run = ToolRun.of(command, TOOL_LIMIT);
      found = Optional.of(run.lastLines(1)).filter(_ -> run.succeeded());
    } catch (IOException e) {
      // Reported as missing.
    }
    return Requirement.of(name, false, found, "missing; its baselines are skipped", remedy);
  }

  /** Names the holder: the next run on a busy device waits or is refused. */
  private static Requirement owner(Backend backend, DeviceIdentity device) {
    Path file = DeviceLock.file(DeviceLock.folder(System.getenv()), backend, device);
    return new Requirement(
        device.id(),
        true,
        false,
        DeviceLock.owner(file).map(owner -> "in use by " + owner).orElse("free, " + device.model()),
        "");
  }

  private Requirement limits(Backend backend, DeviceIdentity device) {
    return Requirement.of(
        "limits of " + device.id(),
        false,
        known(backend, device)
            .map(limits -> "measured " + limits.measured().truncatedTo(ChronoUnit.MINUTES)),
        "not measured under this driver: "
            + Launcher.command(
                "roofline KERNEL --device " + device.id() + Launcher.results(results)),
        "");
  }

  private Optional<MeasuredLimits> known(Backend backend, DeviceIdentity device) {
    Path file = results.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ResultStore store = ResultStore.openReadOnly(file)) {
      return store.limits(backend.name(), device);
    } catch (EnvironmentException e) {
      return Optional.empty(); // An older file without limits.
    }
  }
}
