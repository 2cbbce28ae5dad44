package dev.evokernel.gate;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What a candidate does when it is launched again and again, before it may become the best.
 *
 * <p>Every one of some thousand launches is compared, which shows an error in one launch of a
 * thousand. Then the time of a launch is taken in three ways that no honest kernel can tell apart
 * but for noise and the overhead of a launch: on inputs that it has never seen, on the same inputs
 * copied once more, and repeated without a pause. A kernel that keeps results is faster where it
 * has seen the inputs; one that watches the clock is faster where launches follow each other.
 *
 * <p>Branches of a sort or a search go by the inputs, and a branch predictor learns a small input
 * by heart. So what is faster on seen inputs is timed once more, with unpredictable branches of
 * evo's own before each launch: what only the predictor knew is forgotten then, and what the
 * program keeps is not.
 */
public final class RepeatedLaunches {

  /** Launches that are compared at the most. */
  private static final int MOST = 4_000;

  /** Of them, how many follow each other at the most before the clock is read. */
  private static final int TOGETHER = 64;

  /** Launches of a kind in a round. */
  private static final int TRIALS = 5;

  /** Rounds before a difference counts. */
  static final int ROUNDS = 6;

  /** Nanoseconds that a batch of launches without a pause lasts at the least. */
  private static final long BATCH_NANOS = 400_000;

  private static final int MOST_IN_A_BATCH = 256;

  /** How many times as long a launch may take where it has the same work. */
  private static final double FACTOR = 1.5;

  /** The same where launches with a pause are compared with those without. */
  private static final double FACTOR_OF_PAUSE = 2;

  /** Nanoseconds that the events around a launch, its start and a cold instruction cache take. */
  private static final double OVERHEAD_NANOS = 12_000;

  /** Nanoseconds between launches with a pause. */
  private static final long PAUSE_NANOS = 300_000;

  /** Sorts whose branches take the place of a program's in a branch predictor. */
  private static final int SORTS = 16;

  /** Elements of each: few enough to leave a program's data in the caches. */
  private static final int SORTED = 1 << 12;

  private final CorrectnessGate gate;
  private final Workspace workspace;
  private final LongSupplier nanoClock;
  private final Runnable distraction;

  /**
   * @param nanoClock such as {@link System#nanoTime}
   */
  public RepeatedLaunches(CorrectnessGate gate, Workspace workspace, LongSupplier nanoClock) {
    this(gate, workspace, nanoClock, distraction(new SplittableRandom(1)));
  }

  /**
   * @param distraction makes the processor's branch predictor forget
   */
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
   * Compares every launch for a while, on one input set and then on another, after {@link
   * CorrectnessGate#check} accepted the program.
   *
   * @param limit how long it takes at the most, twice as many launches as before aside
   * @return the first fault
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
      OptionalInt different = workspace.repeat(program, GuardFill.FINITE, together, right);
      fault =
          different.isEmpty()
              ? fault
              : Optional.of(
                  gate.different(
                      workspace,
                      "%s, launch %d in a row".formatted(inputs, first + different.getAsInt())));
    }
    return fault;
  }

  /**
   * Times launches on inputs that the program has not seen, on those that it has, and without a
   * pause. Other processes make single launches slow, so a difference counts only if it is there
   * every time out of {@value #ROUNDS}; without one, the first time decides.
   *
   * @param fresh input sets that the program has not seen, one after the other
   * @return why it is suspicious, if it is, or wrong on these inputs
   * @throws RejectionException if a launch fails
   */
  public Optional<Rejected> faster(Program program, Supplier<InputSet> fresh) {
    Optional<Rejected> kept = fasterOnSeenInputs(program, fresh, () -> {});
    if (kept.filter(it -> it.reason() == Rejection.SUSPICIOUS).isPresent()) {
      kept = fasterOnSeenInputs(program, fresh, distraction);
    }
    return kept.or(() -> fasterWithoutPause(program));
  }

  /**
   * Each launch that counts follows one on other inputs, so that the first one on new inputs finds
   * caches and branch predictors as the later ones do.
   *
   * @param before runs before each launch that counts
   */
  private Optional<Rejected> fasterOnSeenInputs(
      Program program, Supplier<InputSet> fresh, Runnable before) {
    InputSet other = gate.alternating().getFirst();
    double unseen = Double.POSITIVE_INFINITY;
    double[] seen = new double[TRIALS * ROUNDS];
    double again = 0;
    for (int round = 0; round < ROUNDS; round++) {
      InputSet inputs = fresh.get();
      workspace.prepare(inputs);
      unseen = Math.min(unseen, alone(program, other, inputs, before));
      Optional<Rejected> fault = gate.fault(workspace, workspace.compare(), inputs.toString());
      if (fault.isPresent()) {
        return fault;
      }
      for (int i = 0; i < TRIALS; i++) {
        seen[round * TRIALS + i] = alone(program, other, inputs, before);
      }
      again = median(seen, (round + 1) * TRIALS);
      if (unseen <= FACTOR * again + OVERHEAD_NANOS / 4) {
        return Optional.empty();
      }
    }
    return Optional.of(
        suspicious(
            "Faster on inputs that it has seen: %s on new ones, %s on the same ones again. Maybe it keeps results."
                .formatted(micros(unseen), micros(again))));
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
            "Faster when repeated: %s alone, %s in a batch. Maybe it does less when launches follow each other."
                .formatted(micros(paused), micros(repeated))));
  }

  /** One launch on inputs that were just copied to their addresses, after one on others. */
  private double alone(Program program, InputSet others, InputSet inputs, Runnable before) {
    double nanos = 0;
    for (InputSet copied : List.of(others, inputs)) {
      workspace.alternate(copied, copied);
      workspace.poison();
      before.run();
      nanos = workspace.time(program, new Batch(1, CacheState.HOT));
    }
    return nanos;
  }

  /** The least time of a launch that follows a pause. */
  private double paused(Program program) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TRIALS; i++) {
      long end = nanoClock.getAsLong() + PAUSE_NANOS;
      while (nanoClock.getAsLong() - end < 0) {
        Thread.onSpinWait();
      }
      double nanos = workspace.time(program, new Batch(1, CacheState.HOT));
      least = Math.min(least, nanos);
    }
    return least;
  }

  /** The least time of a launch that follows another one. */
  private double repeated(Program program, double paused) {
    int launches =
        (int) Math.clamp(Math.ceil((double) BATCH_NANOS / Math.max(1, paused)), 2, MOST_IN_A_BATCH);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TRIALS; i++) {
      double nanos = workspace.time(program, new Batch(launches, CacheState.HOT));
      least = Math.min(least, nanos / launches);
    }
    return least;
  }

  private static double median(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[count / 2];
  }

  private Rejected suspicious(String message) {
    return gate.rejected(Rejection.SUSPICIOUS, message);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%.1f µs", nanos / 1000);
  }
}
