package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.Judging;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.gate.VerifiedTimer;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.measure.Sampler;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.StageTimer;

/**
 * The engine of an opened device, with the buffers of every shape: verifies and times candidates.
 *
 * @param ahead programs of baselines that started ahead of the finals, by name; modifiable
 * @param rounds receives the progress of finals
 * @param grace extends the deadline of the work in progress
 */
record EvaluationEngine(
    Device device,
    Kernel kernel,
    List<ShapeContext> contexts,
    DeviceJob job,
    Map<String, ToolProcess> ahead,
    StageListener listener,
    Consumer<Reply.FinalsProgress> rounds,
    Consumer<Duration> grace) {

  record ShapeContext(Shape shape, Workspace workspace, CorrectnessGate gate) {

    static ShapeContext prepare(
        Function<Shape, Workspace> workspaces,
        Kernel kernel,
        Shape shape,
        DeviceJob job,
        BiConsumer<String, String> listener) {
      try {
        Workspace workspace = workspaces.apply(shape);
        var gate = new CorrectnessGate(kernel, shape, job.inputSeeds());
        String what =
            kernel.reference() instanceof Reference.Judge
                ? "preparing the inputs"
                : "computing the reference";
        List<InputSet> inputSets = inputSets(gate, job);
        for (int i = 0; i < inputSets.size(); i++) {
          listener.accept(
              "%s of shape %s (input set %d of %d)"
                  .formatted(what, shape.name(), i + 1, inputSets.size()),
              shape.name());
          workspace.prepare(inputSets.get(i));
        }
        gate.prepareTurns(workspace);
        var context = new ShapeContext(shape, workspace, gate);
        context.refuseZeros(kernel);
        return context;
      } catch (RejectionException e) {
        throw new EnvironmentException(
            "The reference of kernel '%s' failed on shape %s: %s"
                .formatted(kernel.name(), shape, e.getMessage()),
            e);
      }
    }

    private static List<InputSet> inputSets(CorrectnessGate gate, DeviceJob job) {
      return Stream.concat(
              job.inputSeeds().stream().map(InputSet::usual), gate.alternating().stream())
          .distinct()
          .toList();
    }

    void ready(List<Configuration> configurations, DeviceJob job, Consumer<Duration> grace) {
      for (Configuration configuration : configurations) {
        if (workspace.choose(configuration)) {
          grace.accept(job.reference().limit());
          inputSets(gate, job).forEach(workspace::prepare);
          PythonProcess.end();
        }
      }
      if (workspace instanceof Judging.Judged judged) {
        judged.ready();
      }
    }

    List<String> weaknesses(Kernel kernel, List<Long> inputSeeds) {
      Stream<String> found =
          workspace instanceof Judging.Judged judged
              ? judged.weaknesses().stream()
              : inExpectedOutputs(kernel);
      return Stream.concat(found, InputFill.weaknesses(kernel.on(shape), shape, inputSeeds))
          .map(weakness -> "on shape '%s' %s".formatted(shape.name(), weakness))
          .toList();
    }

    private void refuseZeros(Kernel kernel) {
      for (Argument.Buffer output : kernel.on(shape).outputs()) {
        Tolerance tolerance = kernel.on(shape).tolerance(output.name());
        for (Spread spread : workspace.expected()) {
          if (spread.argument().equals(output.name())
              && !output.isReduced()
              && spread.passesZeros(tolerance)) {
            throw new EnvironmentException(
                "The tolerance of '%s' lets zeros pass: on shape %s the largest expected element is %.2g, and an error of %.2g is allowed. Write tolerances: {%s: {rms: %s}} in %s: it scales with the output."
                    .formatted(
                        output.name(),
                        shape,
                        spread.magnitude(),
                        tolerance.absolute() + tolerance.relative() * spread.magnitude(),
                        output.type().label(),
                        output.type().bits() < Float.SIZE ? "0.01" : "0.0001",
                        kernel.file()));
          }
        }
      }
    }

    Stream<String> shown() {
      return workspace instanceof Judging.Judged judged
          ? judged.forgery().stream()
              .map(weakness -> "on shape '%s' %s".formatted(shape.name(), weakness))
          : Stream.of();
    }

    private Stream<String> inExpectedOutputs(Kernel kernel) {
      return kernel.on(shape).outputs().stream()
          .flatMap(
              output ->
                  workspace.expected().stream()
                      .filter(spread -> spread.argument().equals(output.name()))
                      .flatMap(
                          spread ->
                              spread.weakness(kernel.on(shape).tolerance(output.name())).stream()));
    }

    /** Times batches that go on in turn with the input sets where the batch before ended. */
    BatchTimer timer(Program program, CacheState cache) {
      var next = new AtomicInteger();
      return launches -> {
        int begin = next.getAndUpdate(at -> (at + launches) % (1 << 30));
        return workspace.time(
            program, new Batch(launches, cache, begin, Batch.NONE, Batch.WhenDisturbed.REPEAT));
      };
    }

    Measurement measured(
        Program program,
        Sampling taken,
        List<OutputComparison> accuracy,
        OptionalDouble joules,
        long units) {
      return new Measurement(
          shape.name(),
          taken.samples().per(units),
          taken.launchesPerSample(),
          accuracy,
          workspace.resources(program).orElse(null),
          joules.stream().map(all -> all / units).findFirst(),
          taken.device());
    }

    /**
     * @param share the part of the sampling time that verification may take
     */
    BatchTimer verified(
        Program program, CacheState cache, Map<InputSet, Long> digests, double share) {
      return new VerifiedTimer(
          gate, workspace, program, cache, digests, share, RANDOM, System::nanoTime);
    }
  }

  @FunctionalInterface
  interface StageListener {
    void entered(String stage, String shape, int position);
  }

  /**
   * Chooses the launch of a batch whose outputs are compared. The choice is unseeded, so that no
   * candidate can foresee it.
   */
  private static final RandomGenerator RANDOM = new SecureRandom();

  private static final Set<Rejection> TAINTING =
      EnumSet.of(Rejection.OUT_OF_BOUNDS_WRITE, Rejection.LEFT_BEHIND, Rejection.SUSPICIOUS);

  EvaluationEngine {
    contexts = List.copyOf(contexts);
  }

  Reply evaluate(EvaluationRequest request) {
    var stages = new StageTimer(System::nanoTime);
    listener.entered("loading", "", 0);
    ready(contexts, List.of(request.configuration()));
    Outcome outcome =
        loaded(
            () -> device.load(kernel, request.configuration(), request.binary()),
            program -> confirmed(program, request, stages),
            rejected -> rejected);
    boolean strayed = outcome instanceof Rejected rejected && isTainting(rejected);
    stages.enter(StageTimer.Stage.CHECK);
    List<String> weaknesses =
        outcome instanceof Outcome.Measured
            ? contexts.stream().flatMap(ShapeContext::shown).toList()
            : List.of();
    stages.enter(StageTimer.Stage.LOAD);
    return new Reply.EvaluationEnded(
        new Evaluated(outcome, stages.spent(), 0), strayed || !device.usable(), weaknesses);
  }

  /** Runs the work on the loaded candidate; {@code refused} makes the result if loading fails. */
  static <T> T loaded(
      Supplier<Program> loading, Function<Program, T> work, Function<Rejected, T> refused) {
    PythonProcess.end(); // It must not run beside the candidate.
    Program program;
    try {
      program = loading.get();
    } catch (RejectionException e) {
      return refused.apply(e.on(""));
    }
    try (program) {
      return work.apply(program);
    } finally {
      PythonProcess.end(); // Special inputs are prepared beside the candidate.
    }
  }

  static VerificationResult.Accepted accepted(VerificationResult result) {
    return switch (result) {
      case VerificationResult.Refused(Rejected rejected) -> throw RejectionException.of(rejected);
      case VerificationResult.Accepted right -> right;
    };
  }

  /**
   * Verifies and times a candidate, and once more if other load may be why it was rejected. A
   * suspicious one has its second attempt in another process.
   */
  private Outcome confirmed(Program program, EvaluationRequest request, StageTimer stages) {
    Outcome first = new SteppedEvaluation(this, program, request, stages).outcome();
    if (!(first instanceof Rejected rejected)
        || !rejected.reason().mayBeOfLoad()
        || isTainting(rejected)) {
      return first;
    }
    monitor().rest(DeviceState.UNKNOWN);
    return new SteppedEvaluation(this, program, request, stages).again().outcome();
  }

  void ready(List<ShapeContext> shapes, List<Configuration> configurations) {
    shapes.forEach(context -> context.ready(configurations, job, grace));
  }

  /** Checks whether a rejected candidate may have changed the process for the next one. */
  static boolean isTainting(Rejected rejected) {
    return TAINTING.contains(rejected.reason());
  }

  Reply finals(FinalsRequest request) {
    ready(contexts, request.finalists().stream().map(Finalist::configuration).toList());
    try (var baselines = new Baselines(request.baselines(), this)) {
      return new Reply.FinalsEnded(
          new FinalsMeasurement(this, request.settings()).measure(request.finalists(), baselines));
    }
  }

  Reply baseline(String name) {
    try (var baselines = new Baselines(List.of(name), this)) {
      for (ShapeContext context : contexts) {
        var sampler = new Sampler(job.sampling(), context.shape().cache(), System::nanoTime);
        baselines.finish(
            context,
            baselines.open(context, FinalsTime.UNLIMITED.within()).stream()
                .map(timer -> sampler.sample(timer, OptionalDouble.empty(), monitor()))
                .toList());
      }
      return new Reply.BaselineMeasured(baselines.readings());
    }
  }

  /** Creates a monitor whose waits extend the deadline. */
  DisturbanceBackoff monitor() {
    return new DisturbanceBackoff(
        device::state,
        time -> {
          grace.accept(time);
          try {
            Thread.sleep(time);
          } catch (InterruptedException e) {
            throw new IllegalStateException("The thread of a device must not be interrupted.", e);
          }
        });
  }

  /**
   * Returns the smallest p50 so far by shape, of as many units as a launch of the candidate does.
   */
  Map<String, Double> ofLaunches(EvaluationRequest request, List<ShapeContext> selected) {
    var best = new HashMap<>(request.best());
    for (ShapeContext context : selected) {
      long units = units(request.configuration(), context.shape());
      best.computeIfPresent(context.shape().name(), (_, nanos) -> nanos * units);
    }
    return best;
  }

  long units(Program program, Shape shape) {
    return units(program.on(shape).chosen().orElse(kernel.defaultConfiguration()), shape);
  }

  private long units(Configuration configuration, Shape shape) {
    long units = kernel.units(configuration, shape);
    if (units < 1) {
      throw RejectionException.launchFailure(
          "'per' of 'work' is %d for this configuration, and must be > 0.".formatted(units));
    }
    return units;
  }

  static OptionalDouble fastest(Map<String, Double> best, String shape) {
    Double fastest = best.get(shape);
    return fastest == null ? OptionalDouble.empty() : OptionalDouble.of(fastest);
  }
}
