package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.PacedWorkspace;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.EnergyMeter;
import dev.evokernel.measure.Sampling;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.StageTimer;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;

/**
 * Evaluation of a loaded candidate in steps, so that the device works for fast candidates.
 *
 * <ol>
 *   <li>One launch on each input set is verified, on every requested shape. On a GPU, long launches
 *       that are clearly slower than the best are its samples.
 *   <li>Where the best is known, a few samples are taken, some of which are verified too.
 *   <li>A candidate that may be nearly as fast as the best passes the whole correctness gate and is
 *       then timed in full. Without a best, every candidate does.
 * </ol>
 *
 * <p>Outputs are compared once more after the last sample. A candidate that ends at the second step
 * has the bits and the accuracy of all input sets, but no repeated launches.
 */
final class SteppedEvaluation {

  /** The part of the sampling time that verification of samples may take. */
  private static final double VERIFYING = 0.05;

  private final EvaluationEngine engine;
  private final Program program;
  private final EvaluationRequest request;
  private final StageTimer stages;
  private final SamplingSettings settings;
  private final List<ShapeContext> selected;
  private final Map<ShapeContext, VerificationResult.Accepted> verified = new HashMap<>();
  private final Map<ShapeContext, Sampling> taken = new HashMap<>();

  /** Launches that were verified, by the host's clock. */
  private final Map<ShapeContext, Sampling> launched = new HashMap<>();

  private String shape = "";

  /** Smallest p50 so far by shape, of as many units as a launch does. */
  private Map<String, Double> best = Map.of();

  private boolean again;

  SteppedEvaluation(
      EvaluationEngine engine, Program program, EvaluationRequest request, StageTimer stages) {
    this.engine = engine;
    this.program = program;
    this.request = request;
    this.stages = stages;
    this.settings = request.sampling().orElse(engine.job().sampling());
    this.selected =
        engine.contexts().stream()
            .filter(context -> request.shapes().holds(context.shape().name()))
            .toList();
  }

  /** Makes this the second attempt, which is more patient with slow launches. */
  SteppedEvaluation again() {
    again = true;
    return this;
  }

  Outcome outcome() {
    try {
      best = engine.ofLaunches(request, selected);
      var timing =
          new CandidateTiming(
              settings, best, request.shapes().apart(), engine.listener(), engine.monitor());
      List<ShapeContext> near = selected;
      if (timing.isFirstLookWorthIt(selected)) {
        verify(selected, CorrectnessGate::checkOnce);
        compareRows();
        stages.enter(StageTimer.Stage.TIME);
        boolean undisturbed = !engine.job().target().resolveBackend().compilingDisturbsTiming();
        if (undisturbed && timing.isClearlySlower(launched)) {
          taken.putAll(launched);
          near = List.of();
        } else {
          near = timing.first(selected, this::timer, taken);
        }
      }
      if (!near.isEmpty()) {
        verify(near, CorrectnessGate::check);
        if (taken.isEmpty()) {
          compareRows();
        }
        stages.enter(StageTimer.Stage.TIME);
        timing.full(near, this::timer, taken);
      }
      var outcome = new Outcome.Measured(selected.stream().map(this::measured).toList());
      stages.enter(StageTimer.Stage.LOAD);
      return outcome;
    } catch (RejectionException e) {
      return e.on(shape);
    }
  }

  private void verify(List<ShapeContext> contexts, Check check) {
    stages.enter(StageTimer.Stage.CHECK);
    for (ShapeContext context : contexts) {
      shape = context.shape().name();
      engine.listener().entered("verification", shape, 0);
      OptionalDouble toBeat = EvaluationEngine.fastest(best, shape);
      var paced = new PacedWorkspace(context.workspace(), toBeat, again, System::nanoTime);
      verified.put(context, EvaluationEngine.accepted(check.of(context.gate(), paced, program)));
      launched.put(context, new Sampling(paced.samples(), 1, DeviceState.UNKNOWN));
      Optional.ofNullable(request.bits().get(shape))
          .flatMap(bits -> context.gate().otherBits(verified(context), bits))
          .ifPresent(
              rejected -> {
                throw RejectionException.of(rejected);
              });
    }
  }

  private void compareRows() {
    BatchRows.difference(engine.kernel(), engine.job().inputSeeds(), selected, program)
        .ifPresent(
            rejected -> {
              throw RejectionException.of(rejected);
            });
  }

  private BatchTimer timer(ShapeContext context) {
    CacheState cache = settings.on(context.shape()).cache();
    return context.verified(program, cache, verified(context).digests(), VERIFYING);
  }

  private Measurement measured(ShapeContext context) {
    Sampling sampling = Objects.requireNonNull(taken.get(context));
    shape = context.shape().name();
    stages.enter(StageTimer.Stage.TIME);
    OptionalDouble joules =
        settings.sample().energy()
            ? energy(context, sampling.samples().p50())
            : OptionalDouble.empty();
    stages.enter(StageTimer.Stage.CHECK);
    var after =
        sampling.equals(launched.get(context))
            ? verified(context)
            : EvaluationEngine.accepted(
                context.gate().recheck(context.workspace(), verified(context)));
    return context.measured(
        program, sampling, after.accuracy(), joules, engine.units(program, context.shape()));
  }

  /** Measures the energy of consecutive launches, even if samples are taken from cold caches. */
  private OptionalDouble energy(ShapeContext context, double nanosOfALaunch) {
    engine.listener().entered("the energy measurement", shape, 0);
    return new EnergyMeter(engine.device()::joules)
        .measure(context.timer(program, CacheState.HOT), nanosOfALaunch);
  }

  private VerificationResult.Accepted verified(ShapeContext context) {
    return Objects.requireNonNull(verified.get(context));
  }

  @FunctionalInterface
  private interface Check {
    VerificationResult of(CorrectnessGate gate, Workspace workspace, Program program);
  }

  /**
   * Comparison of a candidate's rows on shapes that differ in the batch alone. An element of an
   * input depends on its index alone, so the first rows of a larger batch are those of a smaller
   * one, and their outputs must have equal bits.
   */
  private static final class BatchRows {

    private BatchRows() {}

    /**
     * Compares each batch with the next larger one, on every input set. The last input set remains
     * for timing, with poisoned outputs.
     */
    static Optional<Rejected> difference(
        Kernel kernel, List<Long> seeds, List<ShapeContext> contexts, Program program) {
      String batch = kernel.correctness().batch();
      if (batch.isEmpty()) {
        return Optional.empty();
      }
      Collection<List<ShapeContext>> groups =
          contexts.stream()
              .sorted(Comparator.comparing(context -> context.shape().dimensions().get(batch)))
              .collect(Collectors.groupingBy(context -> context.shape().without(batch)))
              .values();
      for (List<ShapeContext> group : groups) {
        for (long seed : group.size() < 2 ? List.<Long>of() : seeds) {
          Optional<Rejected> found = difference(kernel, seed, group, program);
          if (found.isPresent()) {
            return found;
          }
        }
        group.forEach(context -> context.workspace().poison());
      }
      return Optional.empty();
    }

    private static Optional<Rejected> difference(
        Kernel kernel, long seed, List<ShapeContext> group, Program program) {
      try (Arena arena = Arena.ofConfined()) {
        Map<String, MemorySegment> smaller = Map.of();
        for (int i = 0; i < group.size(); i++) {
          ShapeContext context = group.get(i);
          context.workspace().prepare(seed);
          context.workspace().poison();
          context.workspace().launch(program);
          var own = new HashMap<String, MemorySegment>();
          Configuration chosen =
              program.on(context.shape()).chosen().orElse(kernel.defaultConfiguration());
          for (Argument.Buffer output : outputs(kernel.typed(chosen), context.shape())) {
            List<Long> sizes = Extent.of(kernel, context.shape(), output).dimensions();
            long bytes = output.type().bytes(sizes.stream().reduce(1L, Math::multiplyExact));
            MemorySegment rows = arena.allocate(bytes);
            context.workspace().fetch(BufferSet.FIRST, output, rows);
            own.put(output.name(), rows);
            MemorySegment same = smaller.getOrDefault(output.name(), MemorySegment.NULL);
            long at = same.mismatch(rows.asSlice(0, Math.min(same.byteSize(), rows.byteSize())));
            if (at >= 0 && at < same.byteSize()) {
              return Optional.of(
                  new Rejected(
                      Rejection.OTHER_BITS,
                      context.shape().name(),
                      "Row %d of '%s' has other bits on shape %s than on shape %s (seed %d): it depends on how many rows there are."
                          .formatted(
                              at / (bytes / sizes.getFirst()),
                              output.name(),
                              context.shape(),
                              group.get(i - 1).shape(),
                              seed)));
            }
          }
          smaller = own;
        }
      }
      return Optional.empty();
    }

    private static List<Argument.Buffer> outputs(Kernel kernel, Shape shape) {
      return kernel.on(shape).outputs().stream()
          .filter(
              output ->
                  output.dimensions().getFirst().names().contains(kernel.correctness().batch()))
          .toList();
    }
  }
}
