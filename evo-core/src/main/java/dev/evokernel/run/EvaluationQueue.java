package dev.evokernel.run;

import dev.evokernel.backend.Compilation;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.workers.CompiledCandidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the evaluations in flight; the only state that the threads of the search, the compile
 * workers and the devices share.
 *
 * <p>Candidates go to the compilers in the order of their numbers, and a device that is free takes
 * the compiled candidate with the smallest number. A device is thus never idle while a candidate is
 * ready, and the search, which receives outcomes in the order of its proposals, waits as short as
 * possible: in order of arrival, the oldest candidate could wait behind younger ones that compiled
 * faster.
 *
 * <p>Where compiling disturbs timing, compiling and timing alternate: the device's turn comes when
 * the search waits and no candidate is left to compile. It then evaluates all that are in flight
 * and returns their outcomes together, so that the search fills all compilers again.
 *
 * <p>Compile workers, devices and the search wait for different things, and each change wakes only
 * one that it concerns: a fleet has thousands of threads here, and waking all of them at each
 * change took more processor time than everything else.
 *
 * <p>A leader is evaluated alone: no other candidate compiles, and no other device evaluates, until
 * its outcome is recorded.
 */
final class EvaluationQueue {

  private static final Comparator<CandidateProposal> OLDEST =
      Comparator.comparingInt(CandidateProposal::number);

  private final Lock lock = new ReentrantLock();
  private final Condition begins = lock.newCondition();
  private final Condition compiles = lock.newCondition();
  private final Condition lands = lock.newCondition();
  private final Condition opens = lock.newCondition();
  private final boolean alternating;
  private boolean opened;
  private boolean leading;
  private final PriorityQueue<CandidateProposal> begun = new PriorityQueue<>(OLDEST);
  private final PriorityQueue<CompiledCandidate> ready =
      new PriorityQueue<>(Comparator.comparing(CompiledCandidate::candidate, OLDEST));
  private final Map<CandidateProposal, Evaluation> landed = new HashMap<>();
  private int compiling;
  private @Nullable CandidateProposal leader;
  private @Nullable CandidateProposal awaited;
  private @Nullable Throwable failure;
  private boolean over;

  /**
   * @param alternating whether compiling and timing must not overlap
   * @param opened whether the run's default was evaluated before
   */
  EvaluationQueue(boolean alternating, boolean opened) {
    this.alternating = alternating;
    this.opened = opened;
  }

  /**
   * Waits for the first evaluation, which is the default's: a device that compares its own time of
   * the default needs it.
   *
   * @param called whether the device that waits is to evaluate it itself; asked again after {@link
   *     #callAgain}
   * @return whether it ended; not if the queue ended before
   */
  boolean awaitOpening(BooleanSupplier called) throws InterruptedException {
    lock.lock();
    try {
      while (!opened && !over && !called.getAsBoolean()) {
        opens.await();
      }
      return opened;
    } finally {
      lock.unlock();
    }
  }

  /** Another device may be the one that is to evaluate the default. */
  void callAgain() {
    change(opens::signalAll);
  }

  /** Whether the first evaluation has ended. */
  boolean isOpened() {
    return look(() -> opened);
  }

  /** Adds a candidate of the search. */
  void begin(CandidateProposal candidate, boolean leads) {
    change(
        () -> {
          leader = leads ? candidate : leader;
          begun.add(candidate);
          begins.signal();
        });
  }

  /** The next candidate to compile; waits until there is one. */
  CandidateProposal toCompile() throws InterruptedException {
    lock.lock();
    try {
      CandidateProposal next = compilable();
      while (over || next == null) {
        begins.await();
        next = compilable();
      }
      begun.remove(next);
      compiling++;
      return next;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable CandidateProposal compilable() {
    if (leader != null) {
      return begun.contains(leader) ? leader : null;
    }
    return begun.peek();
  }

  /** Takes the result of a compilation. */
  void compiled(CandidateProposal candidate, Compilation compilation) {
    change(
        () -> {
          compiling--;
          ready.add(new CompiledCandidate(candidate, compilation));
          compiles.signal();
        });
  }

  /**
   * Waits for the device's turn.
   *
   * @param nanos the longest wait
   * @return compiled candidates, oldest first; none after {@code nanos}
   */
  List<CompiledCandidate> turn(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (leading || !isTurn()) {
        if (left <= 0) {
          return List.of();
        }
        left = compiles.awaitNanos(left);
      }
      var turn = new ArrayList<CompiledCandidate>();
      do {
        turn.add(ready.remove());
      } while (alternating && !ready.isEmpty());
      leading = turn.stream().anyMatch(one -> one.candidate().equals(leader));
      return turn;
    } finally {
      lock.unlock();
    }
  }

  /** Gives back what a device that left did not evaluate; another one takes it. */
  void putBack(List<CompiledCandidate> some) {
    change(
        () -> {
          ready.addAll(some);
          if (leading || !some.isEmpty()) {
            leading = false;
            compiles.signalAll();
          }
        });
  }

  private boolean isTurn() {
    if (leader != null && ready.stream().anyMatch(one -> one.candidate().equals(leader))) {
      return true;
    }
    return !ready.isEmpty() && (!alternating || (awaited != null && !isCompiling()));
  }

  private boolean isCompiling() {
    return compiling > 0 || !begun.isEmpty();
  }

  /** Takes the outcomes of the device's turn. */
  void land(Map<CandidateProposal, Evaluation> ended) {
    change(
        () -> {
          landed.putAll(ended);
          if (!opened && !ended.isEmpty()) {
            opened = true;
            opens.signalAll();
          }
          if (awaited != null && ended.containsKey(awaited)) {
            awaited = null;
            lands.signal();
          }
          if (leader != null && ended.containsKey(leader)) {
            leader = null;
            leading = false;
            begins.signalAll();
            compiles.signalAll();
          }
        });
  }

  /**
   * Waits for the outcome of a candidate that was begun. One thread at a time does.
   *
   * @return empty if the queue ended before its evaluation
   */
  Optional<Evaluation> await(CandidateProposal candidate) throws InterruptedException {
    lock.lock();
    try {
      awaited = candidate;
      if (alternating) {
        compiles.signal(); // The devices' turn may have come.
      }
      try {
        while (!landed.containsKey(candidate) && !over) {
          lands.await();
        }
      } finally {
        awaited = null;
      }
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
      return Optional.ofNullable(landed.remove(candidate));
    } finally {
      lock.unlock();
    }
  }

  /** Ends the queue: no candidate is compiled or evaluated any more. */
  void end() {
    change(
        () -> {
          over = true;
          List.of(begins, compiles, lands, opens).forEach(Condition::signalAll);
        });
  }

  /** Ends the queue with an exception that {@link #await} throws to the search. */
  void fail(Throwable why) {
    change(
        () -> {
          failure = failure == null ? why : failure;
          end();
        });
  }

  /** Candidates that wait for a compiler or are being compiled. */
  int forCompiler() {
    return look(() -> begun.size() + compiling);
  }

  /** Candidates that are ready for the device. */
  int forDevice() {
    return look(ready::size);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T look(Supplier<T> look) {
    lock.lock();
    try {
      return look.get();
    } finally {
      lock.unlock();
    }
  }
}
