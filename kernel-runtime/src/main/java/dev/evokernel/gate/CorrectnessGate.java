package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;

/**
 * Correctness gate: checks of a candidate on one shape before and after timing.
 *
 * <p>Every launch starts from poisoned outputs, so that results of earlier launches cannot pass.
 * Causes are checked before symptoms: an out-of-bounds write or a modified input is not reported as
 * a wrong result. A second launch on the same inputs must give the same bits, which reveals races.
 * Its buffers have other values in their guards, which reveals out-of-bounds reads. Each launch up
 * to the tenth on a shape is checked by itself, which reveals state that a kernel carries from
 * launch to launch. {@link VerifiedTimer} checks the timed launches. A kernel may ask that launches
 * differ within tolerance: each is then compared by element.
 */
public final class CorrectnessGate {

  /** Derives another seed from a single one. */
  private static final long OTHER_SEED = 0x9E3779B97F4A7C15L >>> 1;

  /** Launches on one shape, over all input sets, that are checked one by one. */
  private static final int SINGLE_LAUNCHES = 10;

  /**
   * Time budget for launches after the second of the last input set, divided by the fastest of
   * them: slow kernels get two or a few launches, and one interruption costs no launch.
   */
  private static final long SINGLE_NANOS = 20_000_000;

  /** Time in which input sets for timed launches are prepared, in nanoseconds. */
  private static final long PREPARING = 200_000_000;

  private static final int MOST_KNOWN = 256;

  /** Irregular order, which a fault in every second or third launch does not follow. */
  private static final List<GuardFill> IN_TURNS =
      List.of(
          GuardFill.FINITE,
          GuardFill.FINITE,
          GuardFill.NAN,
          GuardFill.NAN,
          GuardFill.FINITE,
          GuardFill.NAN);

  private final Kernel kernel;
  private final Shape shape;
  private final List<Long> seeds;
  private final LongSupplier nanoClock;
  private final OutputBits bits;

  private List<InputSet> inTurn;

  private final Map<InputSet, Map<Long, List<OutputComparison>>> right = new HashMap<>();

  public CorrectnessGate(Kernel kernel, Shape shape, List<Long> seeds) {
    this(kernel, shape, seeds, System::nanoTime);
  }

  CorrectnessGate(Kernel kernel, Shape shape, List<Long> seeds, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.kernel = kernel.on(shape);
    this.bits = new OutputBits(kernel.correctness());
    this.shape = shape;
    this.seeds = List.copyOf(seeds);
    if (seeds.isEmpty()) {
      throw new IllegalArgumentException("The correctness gate needs at least one input set.");
    }
    this.inTurn = alternating();
  }

  /**
   * Checks every input set. The last one remains for timing, with poisoned outputs, so that {@link
   * #recheck} sees only results of timed launches.
   *
   * @throws RejectionException if a launch fails
   */
  public VerificationResult check(Workspace workspace, Program program) {
    return check(workspace, program, true);
  }

  /**
   * Checks one launch on every input set, which suffices for a candidate that is clearly slower
   * than the best: it may not lead, nor be timed in full.
   *
   * @throws RejectionException if a launch fails
   */
  public VerificationResult checkOnce(Workspace workspace, Program program) {
    return check(workspace, program, false);
  }

  private VerificationResult check(Workspace workspace, Program program, boolean again) {
    List<OutputComparison> worst = List.of();
    var digests = new HashMap<InputSet, Long>();
    long last = 0;
    for (long seed : seeds) {
      workspace.prepare(seed);
      long digest = launch(workspace, program);
      List<OutputComparison> accuracy = compared(workspace, digest);
      Optional<Rejected> fault =
          fault(workspace, accuracy, "seed " + seed)
              .or(
                  () ->
                      again ? repetitionFault(workspace, program, digest, seed) : Optional.empty());
      if (fault.isPresent()) {
        return new VerificationResult.Refused(fault.get());
      }
      worst = worst.isEmpty() ? accuracy : OutputBits.worse(worst, accuracy);
      digests.put(workspace.read(BufferSet.FIRST), digest);
      last = digest;
    }
    Optional<Rejected> late =
        again ? lateFault(workspace, program, last, seeds.getLast()) : Optional.empty();
    if (late.isPresent()) {
      return new VerificationResult.Refused(late.get());
    }
    workspace.poison();
    return new VerificationResult.Accepted(worst, digests);
  }

  /**
   * Checks special input sets with one launch each.
   *
   * @throws RejectionException if a launch fails
   */
  public VerificationResult examine(
      Workspace workspace, Program program, List<InputSet> inputSets) {
    for (InputSet inputSet : inputSets) {
      workspace.prepare(inputSet);
      Optional<Rejected> fault =
          fault(workspace, compared(workspace, launch(workspace, program)), inputSet.toString());
      if (fault.isPresent()) {
        return new VerificationResult.Refused(fault.get());
      }
    }
    return new VerificationResult.Accepted(List.of(), Map.of());
  }

  /**
   * Checks the outputs of the timed launches, whose digests the result has from the verification.
   */
  public VerificationResult recheck(Workspace workspace, VerificationResult.Accepted before) {
    List<OutputComparison> accuracy = compared(workspace, workspace.outputDigest());
    return fault(workspace, accuracy, "after timing")
        .<VerificationResult>map(VerificationResult.Refused::new)
        .orElseGet(
            () ->
                new VerificationResult.Accepted(
                    OutputBits.as(accuracy, before.accuracy()), Map.of()));
  }

  /**
   * Rejects right outputs with other bits than the default's.
   *
   * @param bits of the default on this shape, as {@link Measurement#bits()}
   */
  public Optional<Rejected> otherBits(VerificationResult.Accepted verified, String bits) {
    return Measurement.bits(verified.accuracy()).equals(bits)
        ? Optional.empty()
        : Optional.of(rejected(Rejection.OTHER_BITS, OutputBits.difference(verified.accuracy())));
  }

  /**
   * Prepares the input sets that timed launches read in turn: as many as the workspace takes and
   * the reference computes within {@value #PREPARING} ns, and at least two.
   */
  public void prepareTurns(Workspace workspace) {
    inTurn = alternating();
    long began = nanoClock.getAsLong();
    List<InputSet> more =
        new SplittableRandom(seeds.getLast() ^ OTHER_SEED)
            .longs(workspace.mostInTurn() - inTurn.size())
            .mapToObj(InputSet::usual)
            .toList();
    int prepared = 0;
    while (prepared < more.size() && nanoClock.getAsLong() - began < PREPARING) {
      workspace.prepare(more.get(prepared++));
    }
    inTurn.forEach(workspace::prepare);
    inTurn = Stream.concat(inTurn.stream(), more.stream().limit(prepared)).toList();
  }

  public List<InputSet> inTurn() {
    return inTurn;
  }

  /** Two input sets: the first and the last, or a derived one. */
  public List<InputSet> alternating() {
    long last = seeds.getLast();
    return List.of(
        InputSet.usual(seeds.getFirst()),
        InputSet.usual(seeds.size() > 1 ? last : last ^ OTHER_SEED));
  }

  /**
   * Checks outputs by digest, or by element if it is unknown. Adds the digests of correct outputs.
   */
  Optional<Rejected> digestFault(
      Workspace workspace, BufferSet set, Map<InputSet, Long> digests, String when) {
    Optional<String> damaged = workspace.damagedCanary();
    Long right = digests.get(workspace.read(set));
    long found = workspace.outputDigest(set);
    if (damaged.isEmpty() && right != null && found == right) {
      return Optional.empty();
    }
    Optional<Rejected> fault = fault(workspace, workspace.compare(set), when);
    if (fault.isEmpty() && (right == null || !repeatsBits())) {
      digests.put(workspace.read(set), found);
      return fault;
    }
    return fault.or(
        () ->
            Optional.of(
                rejected(
                    Rejection.NOT_REPEATABLE,
                    "The result differs from a single launch, within tolerance (%s)."
                        .formatted(when))));
  }

  private static long launch(Workspace workspace, Program program) {
    workspace.poison();
    workspace.launch(program);
    return workspace.outputDigest();
  }

  /** Compares the first set's outputs, unless equal bits were compared for the same inputs. */
  private List<OutputComparison> compared(Workspace workspace, long digest) {
    Map<Long, List<OutputComparison>> known =
        right.computeIfAbsent(workspace.read(BufferSet.FIRST), _ -> new HashMap<>());
    List<OutputComparison> same = known.get(digest);
    if (same != null) {
      return same;
    }
    List<OutputComparison> compared = workspace.compare();
    if (!compared.stream().allMatch(OutputComparison::passed)) {
      return compared;
    }
    Kernel typed = typed(workspace);
    List<OutputComparison> passed =
        compared.stream()
            .map(
                done -> {
                  String digits = bits.of(workspace, output(typed, done.argument()), done);
                  return done.with(unit(typed, done), digits);
                })
            .toList();
    if (known.size() < MOST_KNOWN) {
      known.put(digest, passed);
    }
    return passed;
  }

  /** Returns the first fault of a launch, causes before symptoms. */
  Optional<Rejected> fault(Workspace workspace, List<OutputComparison> accuracy, String when) {
    Optional<String> beside = workspace.damagedCanary();
    if (beside.isPresent()) {
      String message = "The kernel wrote out of bounds of '%s' (%s).".formatted(beside.get(), when);
      return Optional.of(rejected(Rejection.OUT_OF_BOUNDS_WRITE, message));
    }
    Optional<String> input = workspace.modifiedInput();
    if (input.isPresent()) {
      String message = "Input '%s' was overwritten (%s).".formatted(input.get(), when);
      return Optional.of(rejected(Rejection.INPUT_MODIFIED, message));
    }
    return accuracy.stream()
        .filter(comparison -> !comparison.passed())
        .findFirst()
        .map(
            comparison -> {
              Rejection reason =
                  comparison.notFinite() > 0 ? Rejection.NOT_FINITE : Rejection.WRONG_RESULT;
              String message =
                  workspace
                      .explanation()
                      .map(words -> "%s (%s).".formatted(words, when))
                      .orElseGet(
                          () -> {
                            Kernel typed = typed(workspace);
                            var output = output(typed, comparison.argument());
                            return new WrongOutput(typed, shape, output).text(comparison, when);
                          });
              return rejected(reason, message);
            });
  }

  /** Launches again with other values in the guards of the buffers. */
  private Optional<Rejected> repetitionFault(
      Workspace workspace, Program program, long right, long seed) {
    Optional<Rejected> fault =
        differing(workspace, program, GuardFill.NAN, 1, right, named(seed, 2));
    if (fault.isEmpty()) {
      return fault;
    }
    long other = workspace.outputDigest();
    boolean beside = true;
    for (GuardFill guards : IN_TURNS) {
      long again = again(workspace, program, guards);
      beside &= again == (guards == GuardFill.FINITE ? right : other);
    }
    return beside
        ? Optional.of(
            rejected(
                Rejection.OUT_OF_BOUNDS_READ,
                "The result depends on memory outside a buffer (seed %d). Maybe a tile reads past the"
                        .formatted(seed)
                    + " end of an input."))
        : fault;
  }

  /** Checks further launches; the first two decide how many fit the time budget. */
  private Optional<Rejected> lateFault(
      Workspace workspace, Program program, long right, long seed) {
    int first = 2 * seeds.size() + 1;
    int others = SINGLE_LAUNCHES - first;
    if (others < 0) {
      return Optional.empty();
    }
    long fastest = Long.MAX_VALUE;
    Optional<Rejected> late = Optional.empty();
    int done = 0;
    for (int trial = 0; trial < 2 && done <= others && late.isEmpty(); trial++, done++) {
      long began = nanoClock.getAsLong();
      late = differing(workspace, program, GuardFill.FINITE, 1, right, named(seed, first + done));
      fastest = Math.clamp(nanoClock.getAsLong() - began, 1, fastest);
    }
    int rest = (int) Math.min(others + 1 - done, SINGLE_NANOS / fastest);
    return late.isPresent() || rest < 1
        ? late
        : differing(workspace, program, GuardFill.FINITE, rest, right, named(seed, first + done));
  }

  /**
   * Launches again and compares the outputs bit by bit with the launch before, and by element where
   * they differ.
   *
   * @param right digest of the outputs of a right launch
   * @param when names a launch, from 0
   */
  Optional<Rejected> differing(
      Workspace workspace,
      Program program,
      GuardFill guards,
      int launches,
      long right,
      IntFunction<String> when) {
    Optional<Rejected> fault = Optional.empty();
    for (int done = 0; done < launches && fault.isEmpty(); done++) {
      OptionalInt other =
          workspace.repeat(
              program, guards, launches - done, repeatsBits() ? right : workspace.outputDigest());
      if (other.isEmpty()) {
        return fault;
      }
      done += other.getAsInt();
      fault = different(workspace, when.apply(done));
    }
    return fault;
  }

  private static IntFunction<String> named(long seed, int first) {
    return launch ->
        first + launch == 2
            ? "seed %d, second launch".formatted(seed)
            : "seed %d, launch %d".formatted(seed, first + launch);
  }

  /** Returns the fault of a launch whose outputs differ from the launch before. */
  private Optional<Rejected> different(Workspace workspace, String when) {
    Optional<Rejected> fault = fault(workspace, workspace.compare(), when);
    return fault.isPresent() || !repeatsBits()
        ? fault
        : Optional.of(
            rejected(
                Rejection.NOT_REPEATABLE,
                "Two launches on the same inputs (%s) differ, both within tolerance."
                    .formatted(when)));
  }

  private boolean repeatsBits() {
    return kernel.correctness().repeatsBits();
  }

  private static long again(Workspace workspace, Program program, GuardFill guards) {
    workspace.poison(guards);
    workspace.launch(program);
    return workspace.outputDigest();
  }

  Rejected rejected(Rejection reason, String message) {
    boolean declared = kernel.shapes().contains(shape);
    return new Rejected(
        reason, shape.name(), declared ? message : message + " The shape is " + shape + ".");
  }

  private Kernel typed(Workspace workspace) {
    return kernel.entryPoint().signature().typing().isEmpty()
        ? kernel
        : kernel.typed(workspace.read(BufferSet.FIRST).configuration(kernel));
  }

  /** Factor that makes an error a share of the widest types' tolerance, so that all compare. */
  private double unit(Kernel typed, OutputComparison done) {
    ToDoubleFunction<Kernel> allowed =
        any -> Criterion.usual(any.tolerance(done.argument())).allowed(done.expected());
    double unit = allowed.applyAsDouble(kernel);
    double own = allowed.applyAsDouble(typed);
    return own == unit ? 1 : own / Math.max(unit, 1e-30); // a tolerance may be 0
  }

  private static Argument.Buffer output(Kernel typed, String name) {
    return typed.entryPoint().signature().buffer(name);
  }
}
