package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.gate.RepeatedLaunches;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Special;
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

  /** Time for which the default is tried with special inputs; the last one is completed. */
  private static final Duration TRYING = Duration.ofSeconds(3);

  private final EvaluationEngine engine;
  private final Function<Shape, Workspace> workspaces;
  private final BiConsumer<String, String> preparing;
  private final FreshInputs fresh = new FreshInputs(() -> {});
  private @Nullable List<ShapeContext> fuzzed;

  /** Shapes on which the last candidate's launches were too short for a comparison of times. */
  private final List<String> blind = new ArrayList<>();

  Examiner(
      EvaluationEngine engine,
      Function<Shape, Workspace> workspaces,
      BiConsumer<String, String> preparing) {
    this.engine = engine;
    this.preparing = preparing;
    this.workspaces = workspaces;
  }

  /**
   * Tries the default with the kinds of special inputs of which {@code kernel.yaml} says nothing,
   * on the smallest shape.
   */
  Reply trySpecial(Configuration theDefault, Binary binary) {
    ShapeContext context = smallest();
    engine.ready(List.of(context), List.of(theDefault));
    var agreed = new ArrayList<Special>();
    var differing = new ArrayList<String>();
    long end = System.nanoTime() + TRYING.toNanos();
    boolean loaded =
        EvaluationEngine.loaded(
            () -> engine.device().load(engine.kernel(), theDefault, binary),
            program -> {
              for (Special kind : engine.kernel().entryPoint().signature().usualSpecial()) {
                Optional<String> fault =
                    System.nanoTime() - end < 0
                        ? fault(context, program, kind)
                        : Optional.of("The reference is too slow to try them.");
                fault.ifPresentOrElse(
                    why -> differing.add(differing(kind, why)), () -> agreed.add(kind));
              }
              return true;
            },
            _ -> false);
    return new Reply.SpecialTried(loaded ? agreed : List.of(), differing);
  }

  private Optional<String> fault(ShapeContext context, Program program, Special kind) {
    try {
      return special(context, program, List.of(kind)) instanceof VerificationResult.Refused refused
          ? Optional.of(refused.rejection().message())
          : Optional.empty();
    } catch (RejectionException | EnvironmentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private String differing(Special kind, String why) {
    return "the default differs from the reference on '%s' inputs of %s, which are not part of the gate: %s"
        .formatted(
            kind.label(),
            engine
                .kernel()
                .entryPoint()
                .signature()
                .buffers()
                .filter(buffer -> buffer.special().contains(kind))
                .map(buffer -> "'" + buffer.name() + "'")
                .collect(Collectors.joining(", ")),
            why);
  }

  private ShapeContext smallest() {
    return engine.contexts().stream()
        .min(
            Comparator.comparingLong(
                context ->
                    engine.kernel().on(context.shape()).inputs().stream()
                        .map(Signature.Input::buffer)
                        .mapToLong(
                            buffer ->
                                Extent.of(engine.kernel(), context.shape(), buffer).elements())
                        .sum()))
        .orElseThrow();
  }

  /**
   * @param usual special inputs besides those of the kernel, on the smallest shape
   */
  Reply examine(Configuration configuration, Binary binary, List<Special> usual) {
    List<ShapeContext> ragged =
        fuzzed(); // Before the loading, because the check may start a command.
    blind.clear();
    engine.ready(engine.contexts(), List.of(configuration));
    engine.ready(ragged, List.of(configuration));
    Optional<Rejected> refusal =
        EvaluationEngine.loaded(
            () -> engine.device().load(engine.kernel(), configuration, binary),
            program ->
                refusal(
                    program,
                    usual,
                    ragged.stream()
                        .filter(context -> allows(configuration, binary, context.shape()))
                        .toList()),
            Optional::of);
    List<String> weaknesses =
        blind.stream()
            .map(
                shape ->
                    "on shape '%s' a launch is too short to find a kernel that keeps the results of inputs that it has seen"
                        .formatted(shape))
            .toList();
    return new Reply.Examined(
        refusal,
        refusal.filter(EvaluationEngine::isTainting).isPresent()
            || (refusal.isPresent() && !engine.device().usable()),
        refusal.isPresent() ? List.of() : weaknesses);
  }

  private Optional<Rejected> refusal(
      Program program, List<Special> usual, List<ShapeContext> ragged) {
    String shape = "";
    try {
      List<Special> own =
          engine.job().examination().special()
              ? engine.kernel().entryPoint().signature().special()
              : List.of();
      Optional<ShapeContext> smallest =
          usual.isEmpty() ? Optional.empty() : Optional.of(smallest());
      for (ShapeContext context : engine.contexts()) {
        shape = context.shape().name();
        List<Special> kinds =
            smallest.filter(context::equals).isPresent()
                ? Stream.concat(own.stream(), usual.stream()).toList()
                : own;
        EvaluationEngine.accepted(special(context, program, kinds));
        Optional<Rejected> fault = repeated(context, program);
        if (fault.isPresent()) {
          return fault;
        }
      }
      for (ShapeContext context : ragged) {
        shape = context.shape().name();
        engine.listener().entered("verification on a fuzzed shape", shape, 0);
        EvaluationEngine.accepted(context.gate().check(context.workspace(), program));
      }
      return Optional.empty();
    } catch (RejectionException e) {
      return Optional.of(e.on(shape));
    }
  }

  private VerificationResult special(ShapeContext context, Program program, List<Special> kinds) {
    List<InputSet> inputSets =
        kinds.stream()
            .map(special -> InputSet.special(engine.job().inputSeeds().getFirst(), special))
            .toList();
    for (InputSet inputSet : inputSets) {
      engine.listener().entered("verification with special inputs", context.shape().name(), 0);
      context.workspace().prepare(inputSet);
    }
    return context.gate().examine(context.workspace(), program, inputSets);
  }

  private Optional<Rejected> repeated(ShapeContext context, Program program) {
    engine.listener().entered("verification with repeated launches", context.shape().name(), 0);
    var launches = new RepeatedLaunches(context.gate(), context.workspace(), System::nanoTime);
    Duration share = REPEATING.dividedBy(engine.contexts().size());
    EvaluationEngine.accepted(context.gate().check(context.workspace(), program));
    Optional<Rejected> fault =
        launches
            .wrongOnce(program, share.compareTo(LEAST_REPEATING) < 0 ? LEAST_REPEATING : share)
            .or(() -> launches.faster(program, fresh.forOneCandidate()));
    if (launches.isBlind()) {
      blind.add(context.shape().name());
    }
    return fault;
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
    Frame frame = engine.device().limits().frame(own, shape, configuration);
    try {
      return own.constraints().stream().allMatch(constraint -> constraint.condition().test(frame))
          && binary.find(own.macros(configuration, shape)).isPresent();
    } catch (EvaluationException e) {
      return false;
    }
  }
}
