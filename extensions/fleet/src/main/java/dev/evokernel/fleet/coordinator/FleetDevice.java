package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.ProcessDevice;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.SanitizerStep;

/**
 * Device of another host in a run. It runs only what its host compiled. The loss of the host is a
 * {@link DeviceLostException}: the run moves its evaluations to another device.
 */
final class FleetDevice implements RunDevice {

  private final HostRun run;
  private final DeviceIdentity identity;
  private final ProcessDevice device;
  private final FleetAnswers answers;

  FleetDevice(HostRun run, DeviceIdentity identity, ProcessDevice device) {
    this.run = run;
    this.identity = identity;
    this.device = device;
    this.answers = new FleetAnswers(run.spec().shapes());
  }

  boolean isLost() {
    return run.link().isLost();
  }

  HostRun run() {
    return run;
  }

  @Override
  public DeviceIdentity identity() {
    return identity;
  }

  @Override
  public String host() {
    return device.host();
  }

  /** Name of the device with its host, even on the coordinator's host. */
  @Override
  public String name() {
    return host() + "/" + identity().id();
  }

  @Override
  public DeviceLimits limits() {
    return device.limits();
  }

  @Override
  public Peaks peaks() {
    return device.peaks();
  }

  @Override
  public List<String> weaknesses() {
    return device.weaknesses().stream().map(Printable::line).toList();
  }

  @Override
  public Duration opening() {
    return device.opening();
  }

  @Override
  public boolean hasCompiled(Configuration configuration) {
    return run.has(configuration);
  }

  @Override
  public Compilation own(Configuration configuration, Compilation compilation)
      throws InterruptedException {
    return run.compile(configuration);
  }

  private static Rejected rejected(Compilation.Failed failed) {
    return new Rejected(
        failed.timedOut() ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", failed.log());
  }

  @Override
  public int ready() throws InterruptedException {
    return run.timed(run.limits().start(), "the start of a process", device::ready);
  }

  @Override
  public void renew() {
    if (!isLost()) {
      device.renew();
    }
  }

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    return switch (run.compile(request.configuration())) {
      case Compilation.Failed failed -> new Evaluated(rejected(failed), Spent.NOTHING, 0);
      case Compilation.Compiled(Binary own) ->
          run.timed(
              run.limits().evaluating(request),
              "an evaluation",
              () -> {
                Evaluated evaluated = device.evaluate(request.with(own));
                answers.require(evaluated.outcome(), request.shapes());
                run.link().evaluated();
                return evaluated;
              });
    };
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return examined(
        configuration, run.limits().examining(), own -> device.examine(configuration, own));
  }

  Optional<Rejected> sanitize(SanitizerStep sanitizer, Configuration configuration, Duration within)
      throws InterruptedException {
    return examined(
        configuration,
        run.limits().sanitizing(within),
        own -> sanitizer.examine(configuration, own, within));
  }

  /** Examination of a binary of this host. */
  @FunctionalInterface
  private interface Examining {
    Optional<Rejected> of(Binary own) throws InterruptedException;
  }

  private Optional<Rejected> examined(
      Configuration configuration, Duration limit, Examining examining)
      throws InterruptedException {
    return switch (run.compile(configuration)) {
      case Compilation.Failed failed -> Optional.of(rejected(failed));
      case Compilation.Compiled(Binary own) ->
          run.timed(limit, "an examination", () -> examining.of(own));
    };
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    List<Compilation> compiled =
        Concurrently.all(
            request.finalists().stream()
                .<Callable<Compilation>>map(finalist -> () -> run.compile(finalist.configuration()))
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
    FinalsRequest own = request.with(present);
    return run.timed(
        run.limits().finals(own),
        "a process of the finals",
        () -> {
          FinalsAttempt attempt =
              device.finals(
                  own, step -> Stream.of(step).filter(answers::isPossible).forEach(progress));
          answers.require(own, attempt);
          return attempt;
        });
  }
}
