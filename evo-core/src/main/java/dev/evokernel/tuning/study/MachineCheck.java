package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.health.MachineLoad;
import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.options.Sizes;

/** Check of the machine for what a run needs, with remedies for what is missing. */
public final class MachineCheck {

  private static final long ENOUGH_BYTES = 2L << 30;

  /**
   * Requirements of one subject.
   *
   * @param subject {@code machine}, or {@code backend} and its name
   * @param requirements the requirements of the subject, needed or optional
   * @param devices facts about each device, all optional
   */
  public record Section(String subject, List<Requirement> requirements, List<Requirement> devices) {

    public Section {
      requirements = List.copyOf(requirements);
      devices = List.copyOf(devices);
    }

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
  public record Result(List<Section> sections, List<String> runnable) {

    public Result {
      sections = List.copyOf(sections);
      runnable = List.copyOf(runnable);
    }
  }

  private final Path results;

  /**
   * @param results the folder that must be writable
   */
  public MachineCheck(Path results) {
    this.results = results;
  }

  public Result check() {
    var machine = new Section("machine", machine(), List.of());
    var sections = new ArrayList<>(List.of(machine));
    var runnable = new ArrayList<String>();
    for (Backend backend : Backend.all()) {
      List<DeviceIdentity> devices = backend.devices();
      var section =
          new Section(
              "backend " + backend.name(),
              backend.requirements(),
              new DeviceCheck(backend, results).all());
      sections.add(section);
      if (machine.isReady() && section.isReady() && !devices.isEmpty()) {
        runnable.add(backend.name());
      }
    }
    return new Result(sections, runnable);
  }

  private List<Requirement> machine() {
    return Stream.concat(
            Stream.of(java(), git(), disk(), writable(), cache(), load()), BaselineNeeds.list().stream())
        .toList();
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
        "Results will lack the commit of the source. Maybe install it: apt-get install git");
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

  /** Checks the load of the cores, which makes times vary. */
  private static Requirement load() {
    Optional<MachineLoad> load = MachineLoad.sampling().join();
    return new Requirement(
        "load",
        load.stream().noneMatch(MachineLoad::isBusy),
        false,
        load.map(MachineLoad::toString).orElse("unknown"),
        "Times vary, and finals may end undecided. End other work before a run.");
  }

  /** Checks the cache of compiled binaries and expected outputs, which can be rebuilt. */
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

  /** The folder itself, or its nearest ancestor that exists. */
  private static Path existing(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    while (at.getParent() != null && !Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }
}
