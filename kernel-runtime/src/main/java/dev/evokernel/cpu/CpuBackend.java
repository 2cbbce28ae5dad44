package dev.evokernel.cpu;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.file.SanitizerTool;
import dev.evokernel.backend.file.ToolRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Backend for kernels in C on the machine's own cores. Linux only. */
public final class CpuBackend implements Backend {

  private static final Duration PROBE_LIMIT = Duration.ofSeconds(20);
  private static final String INSTALL = "Install one, for example with 'apt-get install gcc'.";

  private final Map<String, String> environment;

  public CpuBackend() {
    this(System.getenv());
  }

  CpuBackend(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public List<DeviceIdentity> devices() {
    return isLinux() ? List.of(HostCpu.ofThisMachine().identity()) : List.of();
  }

  @Override
  public Optional<DeviceLimits> limits(DeviceIdentity device) {
    return Optional.of(HostCpu.ofThisMachine().limits());
  }

  @Override
  public List<Requirement> requirements() {
    Optional<InstalledCompiler> compiler = InstalledCompiler.find(environment);
    return List.of(
        new Requirement(
            "Linux",
            isLinux(),
            true,
            System.getProperty("os.name"),
            isLinux()
                ? ""
                : "The cpu backend needs Linux; a container or a virtual machine is enough."),
        Requirement.of(
            "C compiler", true, compiler.map(InstalledCompiler::version), notFound(), INSTALL),
        builds(compiler, "shared libraries", true, List.of("-shared", "-fPIC")),
        builds(compiler, "-march=native", false, List.of("-shared", "-fPIC", "-march=native")),
        builds(compiler, "OpenMP", false, List.of("-shared", "-fPIC", "-fopenmp")),
        sanitizing(),
        Confinement.requirement(),
        energy());
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    InstalledCompiler installed =
        InstalledCompiler.find(environment)
            .orElseThrow(() -> new EnvironmentException(notFound() + ". " + INSTALL));
    return new CCompiler(
        installed,
        device.model() + " " + HostCpu.ofThisMachine().features(),
        binaries(cache),
        limit,
        environment);
  }

  @Override
  public Device open(DeviceIdentity device) {
    if (!devices().contains(device)) {
      throw new EnvironmentException(
          "This machine has no device %s. Available: %s.".formatted(device, devices()));
    }
    return new CpuDevice(HostCpu.ofThisMachine());
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return true;
  }

  /** The counters of a whole process do not show a launch of microseconds. */
  @Override
  public String profilerRemedy() {
    return "evo profiles launches on GPUs only. On a CPU, 'evo ablate' measures what each"
        + " bottleneck costs without counters. To choose a GPU, use --device cuda.";
  }

  @Override
  public boolean mayTellEnergy() {
    return EnergyCounter.ofThisMachine().isReadable();
  }

  @Override
  public Optional<Sanitizer> sanitizer() {
    return sanitizing().present()
        ? InstalledCompiler.find(environment)
            .flatMap(found -> SanitizerTool.of(name()).map(tool -> tool.using(found.command())))
        : Optional.empty();
  }

  @Override
  public String sanitizerRemedy() {
    Requirement sanitizing = sanitizing();
    return SanitizerTool.remedy(
        name(),
        sanitizing.present(),
        "The C compiler cannot build with sanitizers: %s. %s"
            .formatted(sanitizing.found(), sanitizing.remedy()));
  }

  private static Requirement energy() {
    EnergyCounter counter = EnergyCounter.ofThisMachine();
    boolean present = counter.isReadable();
    return new Requirement(
        "energy", present, false, counter.found(), present ? "" : counter.remedy());
  }

  private Requirement sanitizing() {
    List<String> flags = new ArrayList<>(List.of("-shared", "-fPIC"));
    flags.addAll(SanitizerTool.COMPILER_FLAGS);
    return builds(InstalledCompiler.find(environment), "sanitizers", false, flags);
  }

  private String notFound() {
    String chosen = environment.getOrDefault("CC", "").strip();
    return chosen.isEmpty()
        ? "No C compiler: neither cc nor gcc nor clang is on the PATH"
        : "No C compiler: CC is '" + chosen + "', which does not run or has no version";
  }

  private static Requirement builds(
      Optional<InstalledCompiler> compiler, String name, boolean needed, List<String> flags) {
    String trouble = "no C compiler";
    if (compiler.isPresent()) {
      try {
        ToolRun run = compiler.get().buildProbe(flags, PROBE_LIMIT);
        if (run.succeeded()) {
          return new Requirement(name, true, needed, "works: " + String.join(" ", flags), "");
        }
        trouble = run.timedOut() ? "no answer in " + PROBE_LIMIT.toSeconds() + " s" : run.output();
      } catch (IOException e) {
        trouble = e.toString();
      }
    }
    return new Requirement(
        name,
        false,
        needed,
        trouble,
        "Install a whole compiler, for example with 'apt-get install gcc libc6-dev',"
            + " or choose another with CC.");
  }

  private static boolean isLinux() {
    return System.getProperty("os.name").equals("Linux");
  }
}
