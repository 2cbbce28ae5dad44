package dev.evokernel.simulation;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Spent;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Host;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * Workers of a {@link SimulatedKernel}, with measurements as complete as those of a GPU. Devices
 * whose evaluations take no time answer at once: the remaining cost of a run is the coordinator's.
 */
public class SimulatedWorkers implements RunWorkers {

  /** Compile workers of each device. */
  public static final int COMPILERS = 2;

  private static final long COMPILE_NANOS = 900_000_000;
  private static final long CHECK_NANOS = 20_000_000;
  private static final long TIME_NANOS = 40_000_000;
  private static final double NOISE = 0.004;

  private final Kernel kernel;
  private final int samples;
  private final Duration evaluation;
  private final List<RunDevice> devices;

  /** Creates the workers of one device, whose evaluations take a real time. */
  public SimulatedWorkers(SimulatedRun run, Duration evaluation) {
    this(run, List.of(SimulatedBackend.DEVICE), evaluation);
  }

  /** Creates the workers of devices whose evaluations take a real time. */
  @SuppressWarnings("this-escape") // The devices work only once a run has begun.
  protected SimulatedWorkers(SimulatedRun run, List<DeviceIdentity> devices, Duration evaluation) {
    this.kernel = SimulatedKernel.of(run.shapes(), run.folder());
    this.samples = run.samples();
    this.evaluation = evaluation;
    this.devices = devices.stream().<RunDevice>map(Device::new).toList();
  }

  @Override
  public List<RunDevice> devices() {
    return devices;
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(kernel, kernel.shapes(), QuietBackend.NO_LIMITS);
  }

  @Override
  public String compilerVersion() {
    return "a formula";
  }

  @Override
  public int compilerCount() {
    return COMPILERS * devices.size();
  }

  @Override
  public Compilation compile(Configuration configuration) {
    String digest = Sha256.of(program(configuration));
    return new Compilation.Compiled(
        new Binary(Path.of("simulated", digest), digest, COMPILE_NANOS));
  }

  public static byte[] program(Configuration configuration) {
    return SimulatedKernel.program(configuration).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Evaluates on one of the devices. */
  protected Evaluated evaluated(EvaluationRequest request) throws InterruptedException {
    Thread.sleep(evaluation);
    return new Evaluated(
        outcome(request.configuration(), request.shapes().names()),
        new Spent(0, CHECK_NANOS, TIME_NANOS),
        0);
  }

  @Override
  public void close() {
    // There is no process.
  }

  private final class Device implements RunDevice {

    private final DeviceIdentity identity;

    private Device(DeviceIdentity identity) {
      this.identity = identity;
    }

    @Override
    public DeviceIdentity identity() {
      return identity;
    }

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public DeviceLimits limits() {
      var limits = new EnumMap<>(QuietBackend.NO_LIMITS.values());
      limits.put(Limit.MEMORY, 80L << 30);
      return new DeviceLimits(limits);
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
      return evaluated(request);
    }

    @Override
    public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress) {
      return new FinalsAttempt.Measured(
          request.finalists().stream()
              .map(finalist -> outcome(finalist.configuration(), List.of()))
              .toList(),
          List.of());
    }
  }

  /** Outcome of a configuration; configurations with an equal binary have equal outcomes. */
  private Outcome outcome(Configuration asked, List<String> shapes) {
    Configuration configuration = SimulatedKernel.program(asked);
    if (SimulatedKernel.fails(configuration)) {
      return new Rejected(Rejection.LAUNCH_FAILURE, "", "too many resources requested for launch");
    }
    var measurements = new ArrayList<Measurement>();
    for (int s = 0; s < kernel.shapes().size(); s++) {
      String shape = kernel.shapes().get(s).name();
      if (shapes.isEmpty() || shapes.contains(shape)) {
        measurements.add(measurement(configuration, s, shape));
      }
    }
    return new Measured(measurements);
  }

  private Measurement measurement(Configuration configuration, int position, String shape) {
    var random = new Random(configuration.hashCode() * 131L + position);
    double centre = SimulatedKernel.nanos(configuration, position);
    double[] nanos = new double[samples];
    Arrays.setAll(nanos, _ -> centre * (1 + NOISE * random.nextGaussian()));
    return new Measurement(
        shape,
        Samples.of(nanos),
        1,
        List.of(
            new OutputComparison(
                "out", 1 << 20, 0, 0, random.nextInt(1 << 20), 1.001, 1, random.nextDouble())),
        new Resources(32 + random.nextInt(200), 0, 1 << 14, 0, 0.5),
        OptionalDouble.empty(),
        new DeviceState(
            OptionalDouble.of(1980),
            OptionalDouble.of(3201),
            OptionalDouble.of(400 + random.nextInt(200)),
            OptionalDouble.of(50 + random.nextInt(20)),
            OptionalDouble.empty(),
            Optional.empty(),
            Set.of(),
            OptionalInt.of(0),
            false,
            0));
  }
}
