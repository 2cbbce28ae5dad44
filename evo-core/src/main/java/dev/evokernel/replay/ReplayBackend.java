package dev.evokernel.replay;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Work;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.workers.RunWorkers;

/**
 * Backend that replays a recording. It has one device, whose model says that it is recorded, so
 * that replayed times never share a leaderboard with measured times.
 *
 * <p>The backend starts no processes. {@code Backend.named} does not find it, because it is made
 * from a recording.
 */
public final class ReplayBackend implements Backend {

  public static final String NAME = "replay";

  /** Prefix of the file in the id of a device. */
  public static final String PREFIX = NAME + ":";

  private static final List<String> DIMENSIONS = List.of("X", "Y", "Z");

  private final RecordedResults recording;
  private final Kernel kernel;
  private final DeviceIdentity device;

  private ReplayBackend(RecordedResults recording, String shown) {
    this.recording = recording;
    this.kernel = kernel(recording);
    this.device =
        new DeviceIdentity(PREFIX + shown, recording.source() + " (recorded)", "recording");
  }

  /**
   * @throws InvalidFileException if the file is not a recording, or no configuration has a time
   */
  public static ReplayBackend of(Path file, Path shown) {
    return new ReplayBackend(RecordingReader.read(file), shown.toString());
  }

  public Kernel kernel() {
    return kernel;
  }

  /** Workers with one simulated device and one simulated compiler, which spend simulated time. */
  public RunWorkers workers(SimulatedClock clock) {
    return new ReplayWorkers(recording, device, kernel.shapes().getFirst().name(), clock);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<DeviceIdentity> devices() {
    return List.of(device);
  }

  /**
   * Name that is unique to this process, because replayed runs share no device and need no lock.
   */
  @Override
  public String physicalName(DeviceIdentity device) {
    return NAME + "-" + ProcessHandle.current().pid();
  }

  /**
   * Compilations and evaluations take turns, so that the order of events does not depend on
   * threads.
   */
  @Override
  public boolean compilingDisturbsTiming() {
    return true;
  }

  @Override
  public List<Requirement> requirements() {
    return List.of();
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    throw refusal();
  }

  @Override
  public Device open(DeviceIdentity device) {
    throw refusal();
  }

  private EnvironmentException refusal() {
    return new EnvironmentException(
        "The recording %s cannot compile or run new programs. Only 'evo run' and 'evo bench' replay recordings."
            .formatted(recording.file()));
  }

  /**
   * Makes the kernel of a recording, with its parameters and one shape; its source is the recording
   * itself.
   */
  private static Kernel kernel(RecordedResults recording) {
    Path file = recording.file().toAbsolutePath().normalize();
    Shape shape = new Shape("recorded", dimensions(recording));
    Scope.Builder names = Scope.builder();
    for (Parameter parameter : recording.parameters()) {
      names.declare(parameter.name(), parameter.type());
    }
    shape.dimensions().keySet().forEach(name -> names.declare(name, Type.INTEGER));
    Scope scope = names.build();
    Expression unknown = Expression.parse("0", scope);
    var source = new Source(List.of(file), recording.kernel(), List.of());
    return new Kernel(
        new KernelIdentity(
            recording.kernel().replaceAll("[^A-Za-z0-9_.-]", "-"),
            "recorded on " + recording.source(),
            file,
            NAME,
            Optional.empty()),
        new EntryPoint(source, new Signature(List.of(), Map.of()), List.of(Launch.CALL), Map.of()),
        new Correctness(new Reference.Compiled(source), Map.of(), true, false, ""),
        recording.parameters(),
        defaultConfiguration(recording),
        List.of(),
        scope,
        List.of(shape),
        new Work(unknown, unknown, Optional.empty()));
  }

  /**
   * Chooses the configuration with the median time, because recordings have no default and that is
   * the expected time of a random valid configuration.
   */
  private static Configuration defaultConfiguration(RecordedResults recording) {
    List<Recorded> timed =
        recording.entries().stream()
            .filter(entry -> entry.millis().isPresent())
            .sorted(Comparator.comparingDouble(entry -> entry.millis().orElseThrow()))
            .toList();
    if (timed.isEmpty()) {
      throw Fields.problem(
          recording.file(),
          "all %,d configurations failed".formatted(recording.entries().size()),
          "Use a recording with at least one valid time.");
    }
    return timed.get((timed.size() - 1) / 2).configuration();
  }

  private static Map<String, Long> dimensions(RecordedResults recording) {
    var dimensions = new LinkedHashMap<String, Long>();
    List<Long> problem = recording.problem();
    boolean taken = recording.parameters().stream().anyMatch(p -> DIMENSIONS.contains(p.name()));
    if (problem.size() <= DIMENSIONS.size() && !taken) {
      for (int i = 0; i < problem.size(); i++) {
        dimensions.put(DIMENSIONS.get(i), problem.get(i));
      }
    }
    return dimensions;
  }

  /** Clock that advances only when time is spent on it. Thread-safe. */
  public static final class SimulatedClock implements LongSupplier {

    private static final double NANOS_PER_MILLI = 1e6;

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long getAsLong() {
      return nanos.get();
    }

    void spend(double millis) {
      nanos.addAndGet(nanos(millis));
    }

    static long nanos(double millis) {
      return Math.round(millis * NANOS_PER_MILLI);
    }
  }
}
