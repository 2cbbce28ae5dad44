package dev.evokernel.gate;

import dev.evokernel.backend.Extent;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The checks that a candidate passes on one shape before and after it is timed.
 *
 * <p>Every launch starts from poisoned outputs, so that a result left over from an earlier launch
 * or another candidate cannot pass. Causes are checked before symptoms: a write outside a buffer or
 * into an input is reported as such, not as a wrong result. A second launch on the same inputs has
 * to give the same bits, which is how races show. Up to the tenth launch on a shape, each is
 * checked by itself: state that a kernel carries from launch to launch, such as a counter that is
 * never reset, shows late. The timed launches that follow are checked once, after the last: a wrong
 * one whose outputs a later one overwrites is not detected.
 */
public final class CorrectnessGate {

  /** Launches on one shape that are checked one by one, over all input sets. */
  private static final int SINGLE_LAUNCHES = 10;

  /**
   * The time limit for launches beyond the second of the last input set, by the fastest of them: a
   * slow kernel gets two or a few more, a kernel that was interrupted once gets all of them.
   */
  private static final long SINGLE_NANOS = 20_000_000;

  private final Kernel kernel;
  private final Shape shape;
  private final List<Long> seeds;
  private final LongSupplier nanoClock;

  /**
   * @param seeds the random seeds of the input sets; at least one
   */
  public CorrectnessGate(Kernel kernel, Shape shape, List<Long> seeds) {
    this(kernel, shape, seeds, System::nanoTime);
  }

  CorrectnessGate(Kernel kernel, Shape shape, List<Long> seeds, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.kernel = kernel;
    this.shape = shape;
    this.seeds = List.copyOf(seeds);
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("The correctness gate needs at least one input set.");
    }
  }

  /**
   * Checks with every input set. The last one stays for the timing, and the outputs are poisoned
   * once more, so that {@link #recheck} sees only what the timed launches wrote.
   *
   * @throws RejectionException if a launch fails
   */
  public VerificationResult check(Workspace workspace, Program program) {
    List<OutputComparison> worst = List.of();
    for (long seed : seeds) {
      workspace.prepare(seed);
      List<OutputComparison> accuracy = launch(workspace, program);
      Optional<Rejected> fault =
          fault(workspace, accuracy, "seed " + seed)
              .or(() -> repetitionFault(workspace, program, seed));
      if (fault.isPresent()) {
        return new VerificationResult.Refused(fault.get());
      }
      worst = worst.isEmpty() ? accuracy : worse(worst, accuracy);
    }
    Optional<Rejected> late = lateFault(workspace, program, seeds.getLast());
    if (late.isPresent()) {
      return new VerificationResult.Refused(late.get());
    }
    workspace.poison();
    return new VerificationResult.Accepted(worst);
  }

  /**
   * Checks with special input sets, one launch for each.
   *
   * @throws RejectionException if a launch fails
   */
  public VerificationResult examine(
      Workspace workspace, Program program, List<InputSet> inputSets) {
    for (InputSet inputSet : inputSets) {
      workspace.prepare(inputSet);
      Optional<Rejected> fault = fault(workspace, launch(workspace, program), inputSet.toString());
      if (fault.isPresent()) {
        return new VerificationResult.Refused(fault.get());
      }
    }
    return new VerificationResult.Accepted(List.of());
  }

  /** Checks the outputs of the timed launches. */
  public VerificationResult recheck(Workspace workspace) {
    List<OutputComparison> accuracy = workspace.compare();
    return fault(workspace, accuracy, "after timing")
        .<VerificationResult>map(VerificationResult.Refused::new)
        .orElseGet(() -> new VerificationResult.Accepted(accuracy));
  }

  private List<OutputComparison> launch(Workspace workspace, Program program) {
    workspace.poison();
    workspace.launch(program);
    return workspace.compare();
  }

  private Optional<Rejected> fault(
      Workspace workspace, List<OutputComparison> accuracy, String when) {
    return workspace
        .damagedCanary()
        .map(
            buffer ->
                rejected(
                    Rejection.OUT_OF_BOUNDS_WRITE,
                    "Something was written beside '%s' (%s).".formatted(buffer, when)))
        .or(
            () ->
                workspace
                    .modifiedInput()
                    .map(
                        input ->
                            rejected(
                                Rejection.INPUT_MODIFIED,
                                "Input '%s' was overwritten (%s).".formatted(input, when))))
        .or(
            () ->
                accuracy.stream()
                    .filter(comparison -> !comparison.passed())
                    .findFirst()
                    .map(comparison -> wrong(comparison, when)));
  }

  private Optional<Rejected> repetitionFault(Workspace workspace, Program program, long seed) {
    return differing(workspace, program, workspace.outputDigest(), seed, "second launch");
  }

  private Optional<Rejected> lateFault(Workspace workspace, Program program, long seed) {
    long right = workspace.outputDigest();
    int first = 2 * seeds.size() + 1;
    Optional<Rejected> late = Optional.empty();
    long fastest = SINGLE_NANOS;
    for (int launch = first;
        launch <= SINGLE_LAUNCHES
            && late.isEmpty()
            && (launch - first - 1) * fastest < SINGLE_NANOS;
        launch++) {
      long began = nanoClock.getAsLong();
      late = differing(workspace, program, right, seed, "launch " + launch);
      fastest = Math.min(fastest, nanoClock.getAsLong() - began);
    }
    return late;
  }

  /** Launches once more and compares the outputs bit by bit with the first launch. */
  private Optional<Rejected> differing(
      Workspace workspace, Program program, long before, long seed, String which) {
    workspace.poison();
    workspace.launch(program);
    if (workspace.outputDigest() == before) {
      return Optional.empty();
    }
    return fault(workspace, workspace.compare(), "seed " + seed + ", " + which)
        .or(
            () ->
                Optional.of(
                    rejected(
                        Rejection.NOT_REPEATABLE,
                        "Two launches on the same inputs (seed %d, %s) differ, each within tolerance."
                            .formatted(seed, which))));
  }

  private Rejected wrong(OutputComparison comparison, String when) {
    Argument.Buffer output = output(comparison.argument());
    Tolerance tolerance =
        kernel.correctness().tolerances().getOrDefault(output.type(), new Tolerance(0, 0));
    String worst =
        "%s%s is %s, and the reference says %s, ± %s + %s·|%s| allowed"
            .formatted(
                comparison.argument(),
                Extent.of(kernel, shape, output).coordinates(comparison.worstIndex()),
                comparison.actual(),
                comparison.expected(),
                tolerance.absolute(),
                tolerance.relative(),
                comparison.expected());
    String count =
        "%d of %d elements are wrong, %d of them not finite (%s)."
            .formatted(comparison.wrong(), comparison.elements(), comparison.notFinite(), when);
    return rejected(
        comparison.notFinite() > 0 ? Rejection.NOT_FINITE : Rejection.WRONG_RESULT,
        worst + "; " + count);
  }

  private Rejected rejected(Rejection reason, String message) {
    boolean declared = kernel.shapes().contains(shape);
    return new Rejected(
        reason, shape.name(), declared ? message : message + " The shape is " + shape + ".");
  }

  private Argument.Buffer output(String name) {
    return kernel.arguments().stream()
        .filter(argument -> argument.name().equals(name))
        .map(Argument.Buffer.class::cast)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no output '" + name + "'."));
  }

  private static List<OutputComparison> worse(
      List<OutputComparison> some, List<OutputComparison> others) {
    var worse = new ArrayList<OutputComparison>();
    for (int i = 0; i < some.size(); i++) {
      worse.add(some.get(i).excess() >= others.get(i).excess() ? some.get(i) : others.get(i));
    }
    return worse;
  }
}
