package dev.evokernel.cuda;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.ProfilerTool;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.file.SanitizerTool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Backend for CUDA C++ on NVIDIA GPUs, compiled with NVRTC or nvcc. */
public final class CudaBackend implements Backend {

  private final Map<String, String> environment;
  private final Path root;
  private final List<String> driverLibraries;

  public CudaBackend() {
    this(System.getenv(), Path.of("/"), Driver.LIBRARIES);
  }

  /**
   * Backend of another machine.
   *
   * @param root the root of its files
   * @param driverLibraries names or files of its driver's library
   */
  public CudaBackend(Map<String, String> environment, Path root, List<String> driverLibraries) {
    this.environment = Map.copyOf(environment);
    this.root = root;
    this.driverLibraries = List.copyOf(driverLibraries);
  }

  @Override
  public String name() {
    return "cuda";
  }

  @Override
  public boolean loadsDrivers() {
    return Driver.mayExist(driverLibraries, environment, root);
  }

  @Override
  public List<DeviceIdentity> devices() {
    return switch (driver()) {
      case Driver.Absent _ -> List.of();
      case Driver.Present present when present.cuda() < Driver.OLDEST -> List.of();
      case Driver.Present present ->
          present.gpus().stream()
              .map(gpu -> new DeviceIdentity(gpu.id(), gpu.name(), present.version()))
              .toList();
    };
  }

  @Override
  public String operation(DeviceIdentity device) {
    return devices().contains(device) // A device of another host is not.
        ? Driver.uuid(driverLibraries, gpu(device).ordinal())
            .flatMap(uuid -> Nvml.open(Nvml.LIBRARIES, uuid))
            .map(Nvml::operation)
            .orElse("")
        : "";
  }

  @Override
  public Optional<DeviceLimits> limits(DeviceIdentity device) {
    return Driver.limits(driverLibraries, gpu(device).ordinal());
  }

  @Override
  public List<Requirement> requirements() {
    Driver driver = driver();
    return new Requirements(driver, toolkit(driver), root).list();
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    return compiler(gpu(device).architecture(), cache, limit);
  }

  /**
   * Compiler for one architecture, with or without such a device on this machine.
   *
   * @throws EnvironmentException if this machine has no compiler
   */
  public Compiler compiler(String architecture, Path cache, Duration limit) {
    Toolkit toolkit = toolkit(driver());
    return new CudaCompiler(
        name -> translator(toolkit, name, limit),
        architecture,
        toolkit.headers(),
        binaries(cache),
        environment);
  }

  @Override
  public String symbol(byte[] image, String entry) {
    return Cubin.isIn(image) ? Cubin.read(image).symbol(entry) : entry;
  }

  @Override
  public BinaryCache binaries(Path cache) {
    return new BinaryCache(new CacheFolder(cache), "cubin");
  }

  @Override
  public boolean mayTellEnergy() {
    return true;
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return false;
  }

  @Override
  public Device open(DeviceIdentity device) {
    Gpu gpu = gpu(device);
    DeviceLimits limits =
        limits(device)
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "The driver does not report the limits of %s. See its messages (dmesg)."
                            .formatted(gpu)));
    return CudaDevice.open(device, gpu, limits, Driver.uuid(driverLibraries, gpu.ordinal()));
  }

  /**
   * UUID of the GPU, which does not depend on {@code CUDA_VISIBLE_DEVICES}. Slices of one GPU have
   * the name of the whole, because they share its clocks and its power.
   */
  @Override
  public String physicalName(DeviceIdentity device) {
    return Driver.uuid(driverLibraries, gpu(device).ordinal()).orElse(device.id());
  }

  @Override
  public Optional<Sanitizer> sanitizer() {
    return tools()
        .sanitizer()
        .flatMap(
            program ->
                SanitizerTool.of(name()).map(tool -> tool.using(List.of(program.toString()))));
  }

  @Override
  public String sanitizerRemedy() {
    return SanitizerTool.remedy(
        name(),
        tools().sanitizer().isPresent(),
        "There is no compute-sanitizer. Install the package cuda-sanitizer of NVIDIA's"
            + " repository, or add its folder to PATH.");
  }

  @Override
  public Optional<Profiler> profiler() {
    return tools()
        .profiler()
        .flatMap(ncu -> ServiceLoader.load(ProfilerTool.class).findFirst().map(one -> one.at(ncu)));
  }

  @Override
  public String profilerRemedy() {
    return "There is no ncu, Nsight Compute's command. Install the package nsight-compute of"
        + " NVIDIA's repository, or add its folder to PATH; evo doctor lists the tools of this"
        + " machine.";
  }

  /**
   * Selects NVRTC where it is installed, unless {@code kernel.yaml} or else {@code
   * EVO_CUDA_COMPILER} selects {@code nvcc}.
   */
  private Translator translator(Toolkit toolkit, String named, Duration limit) {
    String variable = environment.getOrDefault("EVO_CUDA_COMPILER", "");
    if (!List.of("", "nvrtc", "nvcc").contains(variable)) {
      throw new EnvironmentException(
          "EVO_CUDA_COMPILER must be nvrtc or nvcc, was '" + variable + "'.");
    }
    String chosen = named.isEmpty() ? variable : named;
    Optional<Path> nvrtc = chosen.equals("nvcc") ? Optional.empty() : toolkit.nvrtc();
    Optional<Path> nvcc = chosen.equals("nvrtc") ? Optional.empty() : toolkit.nvcc();
    return nvrtc
        .<Translator>map(NvrtcTranslator::at)
        .or(() -> nvcc.map(file -> NvccTranslator.at(file, limit)))
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "There is %s%s. Install the CUDA toolkit, or set CUDA_HOME to its folder."
                        .formatted(
                            switch (chosen) {
                              case "nvcc" -> "no nvcc";
                              case "nvrtc" -> "no NVRTC (libnvrtc.so.13 or .12)";
                              default -> "neither NVRTC (libnvrtc.so.13 or .12) nor nvcc";
                            },
                            chosen.isEmpty()
                                ? ""
                                : named.isEmpty()
                                    ? ", with EVO_CUDA_COMPILER=" + chosen
                                    : ", and kernel.yaml says compiler: " + named)));
  }

  private Gpu gpu(DeviceIdentity device) {
    return switch (driver()) {
      case Driver.Absent(String reason) ->
          throw new EnvironmentException(
              "No device %s: %s. Run: evo doctor".formatted(device.id(), reason));
      case Driver.Present present ->
          present.gpus().stream()
              .filter(gpu -> gpu.id().equals(device.id()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new EnvironmentException(
                          "No device %s, only %s.".formatted(device.id(), present.gpus())));
    };
  }

  private Driver driver() {
    return Driver.probe(driverLibraries, root);
  }

  /** The toolkit's programs, for which the driver need not be asked. */
  private Toolkit tools() {
    return Toolkit.find(environment, root, 0);
  }

  private Toolkit toolkit(Driver driver) {
    int newest = driver instanceof Driver.Present present ? present.cuda() / 1000 : 99;
    return Toolkit.find(environment, root, newest);
  }
}
