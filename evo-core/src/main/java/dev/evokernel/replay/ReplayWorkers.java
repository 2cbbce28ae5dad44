package dev.evokernel.replay;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Spent;
import dev.evokernel.replay.Recorded.Cost;
import dev.evokernel.replay.Recorded.Reading;
import dev.evokernel.replay.ReplayBackend.SimulatedClock;
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
 * Workers that answer from a recording and spend the recorded cost, compilation included, on a
 * simulated clock. Evaluations take place one after the other in the order of the proposals,
 * whatever the threads do.
 *
 * <p>The finals compare the recorded samples, at no cost.
 */
final class ReplayWorkers implements RunWorkers, RunDevice {

  /** Limits of 0, because no answer depends on them. */
  private static final DeviceLimits NO_LIMITS =
      new DeviceLimits(
          Arrays.stream(Limit.values()).collect(Collectors.toMap(Function.identity(), _ -> 0L)));

  private final RecordedResults recording;
  private final DeviceIdentity identity;
  private final String shape;
  private final SimulatedClock clock;
  private final Map<Configuration, Recorded> entries;
  private final Set<Configuration> compiled = ConcurrentHashMap.newKeySet();

  ReplayWorkers(
      RecordedResults recording, DeviceIdentity identity, String shape, SimulatedClock clock) {
    this.recording = recording;
    this.identity = identity;
    this.shape = shape;
    this.clock = clock;
    this.entries =
        recording.entries().stream()
            .collect(Collectors.toMap(Recorded::configuration, Function.identity()));
  }

  @Override
  public List<RunDevice> devices() {
    return List.of(this);
  }

  @Override
  public String host() {
    return Host.name();
  }

  @Override
  public DeviceLimits limits() {
    return NO_LIMITS;
  }

  @Override
  public DeviceIdentity identity() {
    return identity;
  }

  @Override
  public SearchSpace space() {
    return recording.space();
  }

  @Override
  public String compilerVersion() {
    return "as recorded in " + recording.file().getFileName();
  }

  @Override
  public int compilerCount() {
    return 1;
  }

  /**
   * Compiles at the recorded cost. A compilation failure is reported by the evaluation, so that its
   * time counts.
   */
  @Override
  public Compilation compile(Configuration configuration) {
    double millis = compiled.add(configuration) ? recorded(configuration).cost().compile() : 0;
    clock.spend(millis);
    return new Compilation.Compiled(
        new Binary(recording.file(), configuration.fingerprint(), SimulatedClock.nanos(millis)));
  }

  /** Returns the recorded result on the recorded shape, whatever the limit. */
  @Override
  public Evaluated evaluate(EvaluationRequest request) {
    Recorded recorded = recorded(request.configuration());
    Cost cost = recorded.cost();
    clock.spend(cost.check() + cost.benchmark() + cost.overhead());
    return new Evaluated(
        outcome(recorded),
        new Spent(0, SimulatedClock.nanos(cost.check()), SimulatedClock.nanos(cost.benchmark())),
        0);
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress) {
    return new FinalsAttempt.Measured(
        request.finalists().stream()
            .map(finalist -> outcome(recorded(finalist.configuration())))
            .toList(),
        List.of());
  }

  @Override
  public void close() {
    // There is no process.
  }

  private Outcome outcome(Recorded recorded) {
    return switch (recorded.reading()) {
      case Reading.Timed(double _, Samples samples) ->
          new Measured(List.of(new Measurement(shape, samples, 1, List.of())));
      case Reading.Failed(Rejection reason, String message) -> new Rejected(reason, "", message);
    };
  }

  private Recorded recorded(Configuration configuration) {
    return Objects.requireNonNull(
        entries.get(configuration), () -> configuration + " is not in the recording.");
  }
}
