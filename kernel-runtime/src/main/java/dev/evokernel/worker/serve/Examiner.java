package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.value.EvaluationException;
import dev.evokernel.gate.RepeatedLaunches;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;

/**
 * The second layer of verification.
 *
 * <p>The examiner runs special inputs and repeated launches on the declared shapes, and ordinary
 * inputs on fuzzed shapes. The examination is too expensive for every candidate, so it runs only
 * before a candidate may become the best.
 *
 * <p>A fuzzed shape on which a configuration breaks a constraint is skipped.
 */
final class Examiner {

  /** Total time of the launches that are compared one by one. */
  private static final Duration REPEATING = Duration.ofMillis(80);

  private static final Duration LEAST_REPEATING = Duration.ofMillis(5);

  private final EvaluationEngine engine;
  private final Function<Shape, Workspace> workspaces;
  private final BiConsumer<String, String> preparing;
  private final FreshInputs fresh = new FreshInputs(() -> {});
  private @Nullable List<ShapeContext> fuzzed;

  Examiner(
      EvaluationEngine engine,
      Function<Shape, Workspace> workspaces,
      BiConsumer<String, String> preparing) {
    this.engine = engine;
    this.preparing = preparing;
    this.workspaces = workspaces;
  }

  Reply examine(Configuration configuration, Binary binary) {
    List<ShapeContext> ragged =
        fuzzed(); // Before the loading, because the check may start a command.
    engine.ready(engine.contexts(), List.of(configuration));
    engine.ready(ragged, List.of(configuration));
    Optional<Rejected> refusal =
        Loaded.run(
            () -> engine.device().load(engine.kernel(), configuration, binary),
            program ->
                refusal(
                    program,
                    ragged.stream()
                        .filter(context -> allows(configuration, binary, context.shape()))
                        .toList()),
            Optional::of);
    return new Reply.Examined(
        refusal,
        refusal.filter(EvaluationEngine::isTainting).isPresent()
            || (refusal.isPresent() && !engine.device().usable()));
  }

  private Optional<Rejected> refusal(Program program, List<ShapeContext> ragged) {
    String shape = "";
    try {
      for (ShapeContext context : engine.contexts()) {
        shape = context.shape().name();
        if (special(context, program) instanceof VerificationResult.Refused(Rejected rejection)) {
          return Optional.of(rejection);
        }
        Optional<Rejected> fault = repeated(context, program);
        if (fault.isPresent()) {
          return fault;
        }
      }
      for (ShapeContext context : ragged) {
        shape = context.shape().name();
        engine.listener().entered("correctness gate on a fuzzed shape", shape, 0);
        if (context.gate().check(context.workspace(), program)
            instanceof VerificationResult.Refused(Rejected rejection)) {
          return Optional.of(rejection);
        }
      }
      return Optional.empty();
    } catch (RejectionException e) {
      return Optional.of(e.on(shape));
    }
  }

  private VerificationResult special(ShapeContext context, Program program) {
    List<InputSet> inputSets =
        engine.job().examination().special()
            ? engine.kernel().entryPoint().signature().special().stream()
                .map(special -> InputSet.special(engine.job().inputSeeds().getFirst(), special))
                .toList()
            : List.of();
    for (InputSet inputSet : inputSets) {
      engine.listener().entered("correctness gate with special inputs", context.shape().name(), 0);
      context.workspace().prepare(inputSet);
    }
    return context.gate().examine(context.workspace(), program, inputSets);
  }

  private Optional<Rejected> repeated(ShapeContext context, Program program) {
    engine.listener().entered("correctness gate with repeated launches", context.shape().name(), 0);
    var launches = new RepeatedLaunches(context.gate(), context.workspace(), System::nanoTime);
    Duration share = REPEATING.dividedBy(engine.contexts().size());
    return switch (context.gate().check(context.workspace(), program)) {
      case VerificationResult.Refused(Rejected rejection) -> Optional.of(rejection);
      case VerificationResult.Accepted _ ->
          launches
              .wrongOnce(program, share.compareTo(LEAST_REPEATING) < 0 ? LEAST_REPEATING : share)
              .or(() -> launches.faster(program, fresh.forOneCandidate()));
    };
  }

  /** Prepares the fuzzed shapes when the first candidate is examined. */
  private List<ShapeContext> fuzzed() {
    List<ShapeContext> laidOut = fuzzed;
    if (laidOut == null) {
      laidOut = new ArrayList<>();
      for (Shape shape : engine.job().examination().fuzzed()) {
        laidOut.add(
            ShapeContext.prepare(workspaces, engine.kernel(), shape, engine.job(), preparing));
      }
      fuzzed = laidOut;
    }
    return laidOut;
  }

  /** Checks constraints; a default that depends on the shape may also have no binary. */
  private boolean allows(Configuration configuration, Binary binary, Shape shape) {
    Kernel own = engine.kernel().of(configuration);
    Frame frame = Bindings.frame(own, engine.device().limits(), shape, configuration);
    try {
      return own.constraints().stream().allMatch(constraint -> constraint.condition().test(frame))
          && binary.find(own.macros(configuration, shape)).isPresent();
    } catch (EvaluationException e) {
      return false;
    }
  }
}
