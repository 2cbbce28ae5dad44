package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunDevice;

/**
 * Device of another host in a run. The loss of a host counts as a failed environment: the run moves
 * its evaluations to another device.
 */
public final class FleetDevice implements RunDevice {

  private final RunSpec spec;
  private final RemoteDevice remote;
  private final Coordinator coordinator;
  private final FleetCompilers compilers;

  /** Evaluations that are on record once the next one is requested. */
  private final List<Unsettled> ended = new ArrayList<>();

  FleetDevice(
      RunSpec spec, RemoteDevice remote, Coordinator coordinator, FleetCompilers compilers) {
    this.spec = spec;
    this.remote = remote;
    this.coordinator = coordinator;
    this.compilers = compilers;
  }

  boolean isLost() {
    return remote.host().isLost();
  }

  @Override
  public DeviceIdentity identity() {
    return remote.offer().identity();
  }

  @Override
  public String host() {
    return remote.hostName();
  }

  /** Name of the device with its host, even on the coordinator's host. */
  @Override
  public String name() {
    return host() + "/" + identity().id();
  }

  @Override
  public DeviceLimits limits() {
    return remote.facts().limits();
  }

  @Override
  public Peaks peaks() {
    return remote.facts().peaks();
  }

  @Override
  public List<String> weaknesses() {
    return remote.facts().weaknesses();
  }

  @Override
  public Duration opening() {
    return remote.facts().opening();
  }

  String compilerVersion() {
    return remote.facts().compiler();
  }

  /** Approximate time of a launch under the sanitizer; empty without a sanitizer. */
  Optional<Duration> sanitizerTime() {
    return remote.facts().sanitizer();
  }

  @Override
  public int ready() throws InterruptedException {
    return call(new FleetJob.MakeReady(), FleetResult.ReadyThere.class).processes();
  }

  /** Sends the request ahead of the next evaluation, which fails if the request was lost. */
  @Override
  public void renew() {
    coordinator.renew(remote);
  }

  /**
   * Evaluates, or takes an evaluation that a worker kept. The default is always timed, to know the
   * device's current speed.
   */
  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    Configuration configuration = request.configuration();
    EvaluationRequest asked = request.with(compilers.present(configuration, request.binary()));
    settle();
    if (!configuration.equals(spec.kernel().defaultConfiguration())) {
      Optional<KeptEvaluations.Kept> kept = coordinator.kept().take(spec.id(), asked);
      if (kept.isPresent()) {
        ended.add(kept.get().settling());
        return kept.get().evaluation().evaluated();
      }
    }
    return call(new FleetJob.EvaluateThere(asked), FleetResult.EvaluatedThere.class).evaluated();
  }

  /**
   * Settles earlier evaluations: the caller records each evaluation before it requests the next.
   */
  private void settle() {
    coordinator.settle(ended);
    ended.clear();
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return examined(
        new FleetJob.ExamineThere(configuration, compilers.present(configuration, binary)));
  }

  Optional<Rejected> sanitize(Configuration configuration, Binary binary, Duration within)
      throws InterruptedException {
    return examined(
        new FleetJob.SanitizeThere(
            configuration, compilers.present(configuration, binary), within));
  }

  private Optional<Rejected> examined(FleetJob job) throws InterruptedException {
    return call(job, FleetResult.ExaminedThere.class).refusal();
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    var present = new ArrayList<Finalist>();
    for (Finalist finalist : request.finalists()) {
      Configuration configuration = finalist.configuration();
      present.add(new Finalist(configuration, compilers.present(configuration, finalist.binary())));
    }
    var job = new FleetJob.HoldFinals(request.with(present));
    return call(job, progress, FleetResult.FinalsEnded.class).attempt();
  }

  private <R extends FleetResult> R call(FleetJob job, Class<R> kind) throws InterruptedException {
    return call(job, _ -> {}, kind);
  }

  private <R extends FleetResult> R call(
      FleetJob job, Consumer<FinalsProgress> progress, Class<R> kind) throws InterruptedException {
    try {
      FleetResult result = coordinator.call(remote, job, progress, ended);
      if (kind.isInstance(result)) {
        return kind.cast(result);
      }
      throw new IllegalStateException(
          "Host '%s' answered a job with a result of another kind.".formatted(host()));
    } catch (HostLostException e) {
      throw new DeviceLostException(String.valueOf(e.getMessage()), e);
    }
  }
}
