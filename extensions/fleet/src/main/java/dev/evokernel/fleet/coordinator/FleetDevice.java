package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
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
 * Device of another host in a run. It runs only what its host compiled. The loss of a host counts
 * as a failed environment: the run moves its evaluations to another device.
 */
public final class FleetDevice implements RunDevice {

  private final RunSpec spec;
  private final RemoteDevice remote;
  private final Coordinator coordinator;
  private final FleetCompilers compilers;
  private final FleetAnswers answers;

  /** Evaluations that are on record once the next one is requested. */
  private final List<Unsettled> ended = new ArrayList<>();

  FleetDevice(
      RunSpec spec, RemoteDevice remote, Coordinator coordinator, FleetCompilers compilers) {
    this.spec = spec;
    this.remote = remote;
    this.coordinator = coordinator;
    this.compilers = compilers;
    this.answers = new FleetAnswers(remote.problem());
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
  public boolean hasCompiled(Configuration configuration) {
    return compilers.has(remote.host(), configuration);
  }

  @Override
  public Compilation own(Configuration configuration, Compilation compilation)
      throws InterruptedException {
    return own(configuration);
  }

  /** Returns the compilation of this device's host. */
  private Compilation own(Configuration configuration) throws InterruptedException {
    try {
      return compilers.compile(remote, configuration);
    } catch (HostLostException e) {
      throw new DeviceLostException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Rejected rejected(Compilation.Failed failed) {
    return new Rejected(
        failed.timedOut() ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", failed.log());
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
    return switch (own(request.configuration())) {
      case Compilation.Failed failed -> new Evaluated(rejected(failed), Spent.NOTHING, 0);
      case Compilation.Compiled(Binary own) -> evaluated(request.with(own));
    };
  }

  private Evaluated evaluated(EvaluationRequest asked) throws InterruptedException {
    settle();
    var job = new FleetJob.EvaluateThere(asked);
    if (!asked.configuration().equals(spec.kernel().defaultConfiguration())) {
      Optional<KeptEvaluations.Kept> kept =
          coordinator.kept().take(remote.host().queue(), spec.id(), asked);
      if (kept.isPresent()) {
        ended.add(kept.get().settling());
        Evaluated evaluated = kept.get().evaluation().evaluated();
        if (answers.fits(job, new FleetResult.EvaluatedThere(evaluated))) {
          return evaluated;
        }
      }
    }
    return call(job, FleetResult.EvaluatedThere.class).evaluated();
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
    return examined(configuration, own -> new FleetJob.ExamineThere(configuration, own));
  }

  Optional<Rejected> sanitize(Configuration configuration, Duration within)
      throws InterruptedException {
    return examined(configuration, own -> new FleetJob.SanitizeThere(configuration, own, within));
  }

  private Optional<Rejected> examined(Configuration configuration, Function<Binary, FleetJob> job)
      throws InterruptedException {
    return switch (own(configuration)) {
      case Compilation.Failed failed -> Optional.of(rejected(failed));
      case Compilation.Compiled(Binary own) ->
          call(job.apply(own), FleetResult.ExaminedThere.class).refusal();
    };
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    List<Compilation> compiled =
        Concurrently.all(
            request.finalists().stream()
                .<Callable<Compilation>>map(finalist -> () -> own(finalist.configuration()))
                .toList());
    var present = new ArrayList<Finalist>();
    for (int i = 0; i < compiled.size(); i++) {
      switch (compiled.get(i)) {
        case Compilation.Failed failed -> {
          return new FinalsAttempt.FinalistFailed(i, rejected(failed), Optional.empty());
        }
        case Compilation.Compiled(Binary own) ->
            present.add(new Finalist(request.finalists().get(i).configuration(), own));
      }
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
      return kind.cast(result); // The coordinator takes no result of another kind.
    } catch (HostLostException e) {
      throw new DeviceLostException(String.valueOf(e.getMessage()), e);
    }
  }
}
