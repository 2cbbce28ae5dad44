package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;

/**
 * Check of a candidate over many launches, before it may become the best.
 *
 * <p>First, each of some thousand launches is compared, which reveals an error in one launch of a
 * thousand. Then a launch is timed in three ways that take an honest kernel equally long, except
 * for noise and overhead: on new inputs, on the same inputs copied once more, and repeated without
 * a pause. A kernel that caches results is faster on seen inputs. A kernel that watches the clock
 * is faster without a pause. Short launches are timed together, each on an input set of its own.
 *
 * <p>In a sort or a search, a branch predictor can learn small inputs. A kernel that is faster on
 * seen inputs is therefore timed again after unpredictable branches, which clear the predictor but
 * no cached results.
 */
public final class RepeatedLaunches {

  private static final int MOST = 4_000;

  /** Maximum number of launches between two readings of the clock. */
  private static final int TOGETHER = 64;

  /** Launches of each kind in a round. */
  private static final int TRIALS = 5;

  /** Launches of each kind for long launches, whose noise is small, and on inputs of batches. */
  private static final int FEW_TRIALS = 2;

  private static final double LONG_NANOS = 2_000_000;

  /** Rounds before a difference counts. */
  static final int ROUNDS = 6;

  /** Minimum duration of a batch without pauses, in nanoseconds. */
  private static final long BATCH_NANOS = 400_000;

  private static final int MOST_IN_A_BATCH = 256;

  /** Maximum ratio of two times for the same work. */
  private static final double FACTOR = 1.5;

  /** Maximum ratio of the times with and without a pause. */
  private static final double FACTOR_OF_PAUSE = 2;

  /** Nanoseconds for events around a launch, its start, and a cold instruction cache. */
  private static final double OVERHEAD_NANOS = 12_000;

  /** Part of the overhead that a launch on new inputs has and one on seen inputs has not. */
  private static final double OVERHEAD_OF_NEW_INPUTS = OVERHEAD_NANOS / 4;

  private static final long PAUSE_NANOS = 300_000;

  private static final int SORTS = 16;

  /** Elements of a sort: few enough to leave a program's data in the caches. */
  private static final int SORTED = 1 << 12;

  private final CorrectnessGate gate;
  private final Workspace workspace;
  private final LongSupplier nanoClock;
  private final Runnable distraction;
  private boolean blind;

  public RepeatedLaunches(CorrectnessGate gate, Workspace workspace, LongSupplier nanoClock) {
    this(gate, workspace, nanoClock, distraction(new SplittableRandom(1)));
  }

  RepeatedLaunches(
      CorrectnessGate gate, Workspace workspace, LongSupplier nanoClock, Runnable distraction) {
    this.gate = gate;
    this.workspace = workspace;
    this.nanoClock = nanoClock;
    this.distraction = distraction;
  }

  private static Runnable distraction(RandomGenerator random) {
    int[] numbers = new int[SORTED];
    return () -> {
      for (int i = 0; i < SORTS; i++) {
        Arrays.setAll(numbers, _ -> random.nextInt());
        Arrays.sort(numbers);
      }
    };
  }

  /**
   * Compares every launch on two input sets, after {@link CorrectnessGate#check} accepted the
   * program.
   *
   * @param limit time limit; the batch in progress is completed
   * @return first fault
   * @throws RejectionException if a launch fails
   */
  public Optional<Rejected> wrongOnce(Program program, Duration limit) {
    for (InputSet inputs : gate.alternating()) {
      Optional<Rejected> fault = wrongOnce(program, inputs, limit.dividedBy(2));
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  private Optional<Rejected> wrongOnce(Program program, InputSet inputs, Duration limit) {
    workspace.prepare(inputs);
    workspace.poison();
    workspace.launch(program);
    long right = workspace.outputDigest();
    Optional<Rejected> fault = gate.fault(workspace, workspace.compare(), inputs.toString());
    long end = nanoClock.getAsLong() + limit.toNanos();
    int together = 1;
    for (int done = 1;
        done < MOST / 2 && fault.isEmpty() && nanoClock.getAsLong() - end < 0;
        done += together) {
      together = Math.min(2 * together, TOGETHER);
      int first = done + 1;
      fault =
          gate.differing(
              workspace,
              program,
              GuardFill.FINITE,
              together,
              right,
              launch -> "%s, launch %d in a row".formatted(inputs, first + launch));
    }
    return fault;
  }

  /**
   * Times launches on new inputs, on seen inputs, and without a pause. A difference counts only if
   * it persists over {@value #ROUNDS} rounds, since other processes make single launches slow.
   *
   * @param fresh supplies input sets that the program has not seen
   * @return rejection as suspicious, or as wrong on these inputs
   * @throws RejectionException if a launch fails
   */
  public Optional<Rejected> faster(Program program, Supplier<InputSet> fresh) {
    return confirmed(before -> fasterOnSeenInputs(program, fresh, false, before))
        .or(() -> fasterWithoutPause(program));
  }

  /**
   * Times launches on new inputs and, in turn, on those of the timed batches before. Finds a memory
   * of the first inputs, and one of inputs that were seen often.
   *
   * @param fresh supplies input sets that the program has not seen
   * @return rejection as suspicious, or as wrong on these inputs
   * @throws RejectionException if a launch fails
   */
  public Optional<Rejected> fasterOnUsualInputs(Program program, Supplier<InputSet> fresh) {
    return confirmed(before -> fasterOnSeenInputs(program, fresh, true, before));
  }

  /** Repeats a suspicious comparison with cleared branch predictors. */
  private Optional<Rejected> confirmed(Function<Runnable, Optional<Rejected>> comparison) {
    Optional<Rejected> first = comparison.apply(() -> {});
    return first.filter(fault -> fault.reason() == Rejection.SUSPICIOUS).isPresent()
        ? comparison.apply(distraction)
        : first;
  }

  /**
   * Compares launches on new and on seen inputs. Each timed launch follows launches on other
   * inputs, so that all of them find caches and branch predictors in the same state.
   *
   * @param usual whether the seen inputs are those of earlier batches, and not the new ones again
   * @param before runs before each timed launch
   */
  private Optional<Rejected> fasterOnSeenInputs(
      Program program, Supplier<InputSet> fresh, boolean usual, Runnable before) {
    List<InputSet> other = twice(gate.alternating().getFirst());
    int others = usual ? 2 : 1; // After two, a launch has the addresses of one in a batch.
    int most = gate.inTurn().size();
    int together =
        most == 2
            ? 1
            : (int)
                Math.clamp(BATCH_NANOS / copied(program, twice(fresh.get()), 1, before), 1, most);
    double overhead = OVERHEAD_OF_NEW_INPUTS / together;
    int trials = 0;
    double unseen = Double.POSITIVE_INFINITY;
    double[] seen = new double[TRIALS * ROUNDS];
    double again = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<InputSet> inputs = Stream.generate(fresh).limit(together).toList();
      inputs.forEach(workspace::prepare);
      unseen = Math.min(unseen, after(others, other, program, inputs, before));
      Optional<Rejected> fault =
          gate.fault(workspace, workspace.compare(), inputs.getLast().toString());
      if (fault.isPresent()) {
        return fault;
      }
      trials = round > 0 ? trials : usual ? FEW_TRIALS : trials(unseen * together);
      List<InputSet> known = usual ? lastOf(gate.inTurn(), together) : inputs;
      for (int i = 0; i < trials; i++) {
        seen[round * trials + i] = after(others, other, program, known, before);
      }
      again = median(seen, (round + 1) * trials);
      if (unseen <= FACTOR * again + overhead) {
        blind |= unseen <= 2 * overhead;
        return Optional.empty();
      }
    }
    return Optional.of(
        suspicious(
            "%s on %s, %s on new inputs. Maybe it caches results."
                .formatted(
                    micros(again),
                    usual ? "the inputs of its batches" : "repeated inputs",
                    micros(unseen))));
  }

  private static List<InputSet> lastOf(List<InputSet> all, int count) {
    return all.subList(all.size() - count, all.size());
  }

  private static List<InputSet> twice(InputSet inputSet) {
    return List.of(inputSet, inputSet);
  }

  /**
   * Whether launches were so short that a kernel which keeps the results of seen inputs would not
   * have been noticed.
   */
  public boolean isBlind() {
    return blind;
  }

  private Optional<Rejected> fasterWithoutPause(Program program) {
    double paused = Double.POSITIVE_INFINITY;
    double repeated = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      paused = Math.min(paused, paused(program));
      repeated = Math.min(repeated, repeated(program, paused));
      if (paused <= FACTOR_OF_PAUSE * repeated + OVERHEAD_NANOS) {
        return Optional.empty();
      }
    }
    return Optional.of(
        suspicious(
            "Faster when repeated: %s alone, %s in a batch. Maybe it skips work in a batch."
                .formatted(micros(paused), micros(repeated))));
  }

  /** Times a launch on each of some inputs that were just copied, after launches on others. */
  private double after(
      int launches,
      List<InputSet> others,
      Program program,
      List<InputSet> inputs,
      Runnable before) {
    var _ = copied(program, others, launches, before);
    boolean one = inputs.size() == 1;
    return copied(program, one ? twice(inputs.getFirst()) : inputs, inputs.size(), before)
        / inputs.size();
  }

  private double copied(Program program, List<InputSet> inputs, int launches, Runnable before) {
    workspace.alternate(inputs);
    workspace.poison();
    before.run();
    return workspace.time(program, Batch.once(launches));
  }

  private double paused(Program program) {
    return least(
        () -> {
          long end = nanoClock.getAsLong() + PAUSE_NANOS;
          while (nanoClock.getAsLong() - end < 0) {
            Thread.onSpinWait();
          }
          return workspace.time(program, new Batch(1, CacheState.HOT));
        });
  }

  private double repeated(Program program, double paused) {
    int launches =
        (int) Math.clamp(Math.ceil((double) BATCH_NANOS / Math.max(1, paused)), 2, MOST_IN_A_BATCH);
    var batch = new Batch(launches, CacheState.HOT);
    return least(() -> workspace.time(program, batch)) / launches;
  }

  private static double least(DoubleSupplier trial) {
    double least = trial.getAsDouble();
    for (int done = 1; done < trials(least); done++) {
      least = Math.min(least, trial.getAsDouble());
    }
    return least;
  }

  private static int trials(double nanos) {
    return nanos > LONG_NANOS ? FEW_TRIALS : TRIALS;
  }

  private static double median(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[(count - 1) / 2];
  }

  private Rejected suspicious(String message) {
    return gate.rejected(Rejection.SUSPICIOUS, message);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.1f µs", nanos / 1000);
  }
}
