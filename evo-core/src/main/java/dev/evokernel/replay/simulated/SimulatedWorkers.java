package dev.evokernel.replay.simulated;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.DeviceReadings;
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
import dev.evokernel.replay.ProcesslessTeam;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;

/**
 * Workers that answer at once for a {@link SimulatedKernel}, with measurements as complete as those
 * of a GPU. The remaining cost of a run is that of the coordinator.
 */
public class SimulatedWorkers implements ProcesslessTeam {

  private static final long COMPILE_NANOS = 900_000_000;
  private static final long CHECK_NANOS = 20_000_000;
  private static final long TIME_NANOS = 40_000_000;
  private static final double NOISE = 0.004;

  private final Kernel kernel;
  private final int samples;

  /**
   * @param samples in each measurement
   */
  public SimulatedWorkers(Kernel kernel, int samples) {
    this.kernel = kernel;
    this.samples = samples;
  }

  protected SimulatedWorkers(SimulatedRun run) {
    this(SimulatedKernel.of(run.shapes(), run.folder()), run.samples());
  }

  @Override
  public DeviceIdentity identity() {
    return SimulatedBackend.DEVICE;
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(kernel, kernel.shapes(), limits());
  }

  @Override
  public String compilerVersion() {
    return "a formula";
  }

  @Override
  public int compilerCount() {
    return 2;
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

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    return new Evaluated(
        outcome(request.configuration(), request.shapes().names()),
        new Spent(0, CHECK_NANOS, TIME_NANOS),
        0);
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress) {
    return new FinalsAttempt.Measured(
        new FinalsResult(
            request.finalists().stream()
                .map(finalist -> outcome(finalist.configuration(), List.of()))
                .toList(),
            List.of()));
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
            new DeviceReadings(
                OptionalDouble.of(1980),
                OptionalDouble.of(3201),
                OptionalDouble.of(400 + random.nextInt(200)),
                OptionalDouble.of(50 + random.nextInt(20)),
                OptionalDouble.empty()),
            Optional.empty(),
            Set.of(),
            OptionalInt.of(0),
            false,
            0));
  }
}
