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
 * <p>A leader is evaluated alone: no other candidate compiles, and no other device evaluates, until
 * its outcome is recorded.
 */
final class EvaluationQueue {

  private static final Comparator<CandidateProposal> OLDEST =
      Comparator.comparingInt(CandidateProposal::number);

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
   * @return whether it ended; not if the queue ended before
   */
  synchronized boolean awaitOpening() throws InterruptedException {
    while (!opened && !over) {
      wait();
    }
    return opened;
  }

  /** Whether the first evaluation has ended. */
  synchronized boolean isOpened() {
    return opened;
  }

  /** Adds a candidate of the search. */
  synchronized void begin(CandidateProposal candidate, boolean leads) {
    leader = leads ? candidate : leader;
    begun.add(candidate);
    notifyAll();
  }

  /** The next candidate to compile; waits until there is one. */
  synchronized CandidateProposal toCompile() throws InterruptedException {
    CandidateProposal next = compilable();
    while (over || next == null) {
      wait();
      next = compilable();
    }
    begun.remove(next);
    compiling++;
    return next;
  }

  private @Nullable CandidateProposal compilable() {
    if (leader != null) {
      return begun.contains(leader) ? leader : null;
    }
    return begun.peek();
  }

  /** Takes the result of a compilation. */
  synchronized void compiled(CandidateProposal candidate, Compilation compilation) {
    compiling--;
    ready.add(new CompiledCandidate(candidate, compilation));
    notifyAll();
  }

  /**
   * Waits for the device's turn.
   *
   * @param nanos the longest wait
   * @return compiled candidates, oldest first; none after {@code nanos}
   */
  synchronized List<CompiledCandidate> turn(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    while (leading || !isTurn()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return List.of();
      }
      wait(Math.max(1, left / 1_000_000));
    }
    var turn = new ArrayList<CompiledCandidate>();
    do {
      turn.add(ready.remove());
    } while (alternating && !ready.isEmpty());
    leading = turn.stream().anyMatch(one -> one.candidate().equals(leader));
    return turn;
  }

  /** Gives back what a device that left did not evaluate; another one takes it. */
  synchronized void putBack(List<CompiledCandidate> some) {
    ready.addAll(some);
    leading = false;
    notifyAll();
  }

  private boolean isTurn() {
    if (ready.stream().anyMatch(one -> one.candidate().equals(leader))) {
      return true;
    }
    return !ready.isEmpty() && (!alternating || (awaited != null && !isCompiling()));
  }

  private boolean isCompiling() {
    return compiling > 0 || !begun.isEmpty();
  }

  /** Takes the outcomes of the device's turn. */
  synchronized void land(Map<CandidateProposal, Evaluation> ended) {
    landed.putAll(ended);
    opened |= !ended.isEmpty();
    if (awaited != null && ended.containsKey(awaited)) {
      awaited = null;
    }
    if (leader != null && ended.containsKey(leader)) {
      leader = null;
      leading = false;
    }
    notifyAll();
  }

  /**
   * Waits for the outcome of a candidate that was begun.
   *
   * @return empty if the queue ended before its evaluation
   */
  synchronized Optional<Evaluation> await(CandidateProposal candidate) throws InterruptedException {
    awaited = candidate;
    notifyAll();
    try {
      while (!landed.containsKey(candidate) && !over) {
        wait();
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
  }

  /** Ends the queue: no candidate is compiled or evaluated any more. */
  synchronized void end() {
    over = true;
    notifyAll();
  }

  /** Ends the queue with an exception that {@link #await} throws to the search. */
  synchronized void fail(Throwable why) {
    failure = failure == null ? why : failure;
    end();
  }

  /** Candidates that wait for a compiler or are being compiled. */
  synchronized int forCompiler() {
    return begun.size() + compiling;
  }

  /** Candidates that are ready for the device. */
  synchronized int forDevice() {
    return ready.size();
  }
}
