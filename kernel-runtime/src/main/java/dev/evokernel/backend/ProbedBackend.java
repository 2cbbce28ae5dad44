package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.binary.BinaryCache;
import dev.evokernel.backend.file.ClassPath;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.outcome.FatalSignal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Backend whose questions about this machine's drivers are answered by a child process.
 *
 * <p>A driver's library may end the process that loads it, or replace the signal handlers of its
 * Java virtual machine. The handlers of LLVM, which OpenCL's PoCL brings, reset themselves at the
 * first signal: of two threads that meet a safepoint at once, the second then ends the process
 * without a word. So only workers load these libraries. The answer holds for this process's life.
 */
final class ProbedBackend implements Backend {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Map<String, Answer> ANSWERS = new ConcurrentHashMap<>();

  record Answer(
      List<Found> devices, boolean compilingDisturbsTiming, List<Requirement> requirements) {}

  /**
   * A device and its properties, as {@link Backend#operation}, {@link Backend#physicalName} and
   * {@link Backend#limits} name them.
   */
  record Found(
      DeviceIdentity identity,
      String operation,
      String physicalName,
      Optional<DeviceLimits> limits) {}

  private final Backend own;

  ProbedBackend(Backend own) {
    this.own = own;
  }

  /** The child process: writes the answer as JSON. */
  public static void main(String[] arguments) {
    JSON.writeValue(Path.of(arguments[1]), answer(Backend.ofThisProcess(arguments[0])));
    Runtime.getRuntime().halt(0); // Libraries may crash where they clean up.
  }

  static Answer answer(Backend backend) {
    return new Answer(
        backend.devices().stream()
            .map(
                device ->
                    new Found(
                        device,
                        backend.operation(device),
                        backend.physicalName(device),
                        backend.limits(device)))
            .toList(),
        backend.compilingDisturbsTiming(),
        backend.requirements());
  }

  private Answer answer() {
    return ANSWERS.computeIfAbsent(own.name(), ProbedBackend::ask);
  }

  private static Answer ask(String name) {
    @Nullable Path file = null;
    try {
      file = Files.createTempFile("evo-drivers-", ".json"); // Libraries print to both streams.
      ToolRun run = ToolRun.of(command(name, file), LIMIT);
      return run.succeeded()
          ? JSON.readValue(file, Answer.class)
          : unanswered(end(run), run.output());
    } catch (IOException | JacksonException e) {
      return unanswered("gave no answer", e.toString());
    } finally {
      if (file != null) {
        var _ = file.toFile().delete();
      }
    }
  }

  private static String end(ToolRun run) {
    if (run.timedOut()) {
      return "gave no answer within %d s".formatted(LIMIT.toSeconds());
    }
    return FatalSignal.inReport(run.output())
        .or(() -> FatalSignal.of(run.status()).map(FatalSignal::name))
        .map("died of "::concat)
        .orElse("exited with status " + run.status());
  }

  private static Answer unanswered(String end, String output) {
    String said = output.isEmpty() || output.startsWith("#") ? "" : ": " + output;
    return new Answer(
        List.of(),
        true,
        List.of(
            new Requirement(
                "drivers",
                false,
                true,
                "the process that loads the drivers %s%s".formatted(end, said),
                "Repair the driver: its own tool, nvidia-smi or clinfo, must list the device.")));
  }

  private static List<String> command(String name, Path file) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xlog:cds=off,aot=off",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:ErrorFile=/dev/null",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.library.path=" + System.getProperty("java.library.path")));
    ProcessHandle.current().info().arguments().stream()
        .flatMap(Stream::of)
        .filter(argument -> argument.startsWith("-XX:AOTCache="))
        .forEach(command::add);
    command.addAll(List.of("-cp", ClassPath.ofThisJvm(), ProbedBackend.class.getName()));
    command.addAll(List.of(name, file.toString()));
    return command;
  }

  private Optional<Found> found(DeviceIdentity device) {
    return answer().devices().stream().filter(one -> one.identity().equals(device)).findFirst();
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public List<DeviceIdentity> devices() {
    return answer().devices().stream().map(Found::identity).toList();
  }

  @Override
  public String operation(DeviceIdentity device) {
    return found(device).map(Found::operation).orElse("");
  }

  @Override
  public Optional<DeviceLimits> limits(DeviceIdentity device) {
    return found(device).flatMap(Found::limits);
  }

  @Override
  public String physicalName(DeviceIdentity device) {
    return found(device).map(Found::physicalName).orElse(device.id());
  }

  @Override
  public List<Requirement> requirements() {
    return answer().requirements();
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return answer().compilingDisturbsTiming();
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    throw new IllegalStateException("Only a worker compiles for the device " + device.id() + ".");
  }

  @Override
  public Device open(DeviceIdentity device) {
    throw new IllegalStateException("Only a worker opens the device " + device.id() + ".");
  }

  @Override
  public BinaryCache binaries(Path cache) {
    return own.binaries(cache);
  }

  @Override
  public Optional<Sanitizer> sanitizer() {
    return own.sanitizer();
  }

  @Override
  public String sanitizerRemedy() {
    return own.sanitizerRemedy();
  }

  @Override
  public Optional<Profiler> profiler() {
    return own.profiler();
  }

  @Override
  public String profilerRemedy() {
    return own.profilerRemedy();
  }

  @Override
  public boolean mayTellEnergy() {
    return own.mayTellEnergy();
  }

  @Override
  public String symbol(byte[] image, String entry) {
    return own.symbol(image, entry);
  }
}
