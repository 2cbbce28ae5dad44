package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Spent;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.TimedShapes;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.ProcessDevice;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.SanitizerStep;

/**
 * Device of another host in a run. It runs only what its host compiled. The loss of the host is a
 * {@link DeviceLostException}: the run moves its evaluations to another device.
 */
record FleetDevice(HostRun run, DeviceIdentity identity, ProcessDevice device)
    implements RunDevice {

  boolean isLost() {
    return run.link().isLost();
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
    return run.timed(run.start(), "the start of a process", device::ready);
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
              run.evaluating(request),
              "an evaluation",
              () -> {
                Evaluated evaluated = device.evaluate(request.with(own));
                require(evaluated.outcome(), request.shapes());
                run.link().evaluated();
                return evaluated;
              });
    };
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return examined(configuration, run.examining(), own -> device.examine(configuration, own));
  }

  Optional<Rejected> sanitize(SanitizerStep sanitizer, Configuration configuration, Duration within)
      throws InterruptedException {
    return examined(
        configuration,
        run.sanitizing(within),
        own -> sanitizer.examine(configuration, own, within));
  }

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
  public FinalsAttempt finals(FinalsRequest request, Consumer<Reply.FinalsProgress> progress)
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
        run.finals(own),
        "a process of the finals",
        () -> {
          FinalsAttempt attempt =
              device.finals(
                  own, step -> Stream.of(step).filter(this::isPossible).forEach(progress));
          require(own, attempt);
          return attempt;
        });
  }

  /**
   * Checks whether a host's answer fits the request, so that no answer can end the run.
   *
   * @throws IllegalArgumentException if not
   */
  static void require(Compilation compilation) {
    if (compilation instanceof Compilation.Compiled(Binary binary)) {
      SharedKernel.ContentStore.requireDigest(binary.digest());
      binary.parts().forEach(part -> SharedKernel.ContentStore.requireDigest(part.digest()));
      require(binary.compileNanos() >= 0, "a compile time below 0");
    }
  }

  private void require(Outcome outcome, TimedShapes on) {
    if (outcome instanceof Measured measured) {
      require(
          measured.measurements().stream().map(Measurement::shape).toList().equals(names(on)),
          "measurements on other shapes");
    }
  }

  private void require(FinalsRequest request, FinalsAttempt attempt) {
    switch (attempt) {
      case FinalsAttempt.Measured result -> {
        require(result.outcomes().size() == request.finalists().size(), "other finalists");
        result.outcomes().forEach(outcome -> require(outcome, TimedShapes.ALL));
        require(request.baselines(), result.baselines());
      }
      case FinalsAttempt.FinalistFailed failed -> {
        int _ = Objects.checkIndex(failed.position(), request.finalists().size());
      }
      case FinalsAttempt.BaselineFailed failed -> {
        require(request.baselines().contains(failed.name()), "another baseline");
        require(request.baselines(), failed.refused());
      }
    }
  }

  private void require(List<String> baselines, List<BaselineReading> readings) {
    for (BaselineReading reading : readings) {
      require(baselines.contains(reading.baseline()), "a reading of another baseline");
      require(names(TimedShapes.ALL).contains(reading.shape()), "a reading on another shape");
    }
  }

  private boolean isPossible(Reply.FinalsProgress progress) {
    return progress.position() >= 1
        && progress.position() <= progress.shapes()
        && progress.shapes() == run.spec().shapes().size()
        && progress.round() >= 0
        && progress.about() >= 0
        && names(TimedShapes.ALL).contains(progress.shape());
  }

  private List<String> names(TimedShapes on) {
    return run.spec().shapes().stream().map(Shape::name).filter(on::holds).toList();
  }

  private static void require(boolean fits, String otherwise) {
    if (!fits) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
