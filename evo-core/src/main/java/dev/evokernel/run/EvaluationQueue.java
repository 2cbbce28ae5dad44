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
 * Where the search, the compile workers and the device meet; the only state that their threads
 * share.
 *
 * <p>Candidates go to the compilers in the order of their numbers, and of those that are ready the
 * device takes the one with the smallest number. That never lets it wait while anything is ready,
 * and frees the search, which learns in the order of its proposals, as early as can be: served by
 * order of arrival, the oldest would stand behind younger ones that compiled faster.
 *
 * <p>Where compiling disturbs timing, the device's turn comes when the search waits and nothing is
 * left to compile. It then has everything that is in flight, and what it found out is handed back
 * all at once, so that the search fills all the compilers again.
 *
 * <p>A leader goes through alone: nothing else compiles until it has landed.
 */
final class EvaluationQueue {

  private static final Comparator<CandidateProposal> OLDEST =
      Comparator.comparingInt(CandidateProposal::number);

  private final boolean alternating;
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
   */
  EvaluationQueue(boolean alternating) {
    this.alternating = alternating;
  }

  /** The search sets a candidate off. */
  synchronized void begin(CandidateProposal candidate, boolean leads) {
    leader = leads ? candidate : leader;
    begun.add(candidate);
    notifyAll();
  }

  /** A compiler asks for work and waits until there is some. */
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

  /** A compiler is done with a candidate. */
  synchronized void compiled(CandidateProposal candidate, Compilation compilation) {
    compiling--;
    ready.add(new CompiledCandidate(candidate, compilation));
    notifyAll();
  }

  /**
   * The device asks for its turn and waits for it.
   *
   * @param nanos how long it waits at most
   * @return candidates, oldest first; none if the time is over
   */
  synchronized List<CompiledCandidate> turn(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    while (!isTurn()) {
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
    return turn;
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

  /** The device hands back what it found out. */
  synchronized void land(Map<CandidateProposal, Evaluation> ended) {
    landed.putAll(ended);
    if (awaited != null && ended.containsKey(awaited)) {
      awaited = null;
    }
    if (leader != null && ended.containsKey(leader)) {
      leader = null;
    }
    notifyAll();
  }

  /**
   * The search waits for a candidate that it set off.
   *
   * @return empty if it was not evaluated before everything was over
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

  /** Nothing more is compiled or evaluated. */
  synchronized void end() {
    over = true;
    notifyAll();
  }

  /** Nothing more is compiled or evaluated, and the search is told why. */
  synchronized void fail(Throwable why) {
    failure = failure == null ? why : failure;
    end();
  }

  /** Candidates that no compiler is done with. */
  synchronized int forCompiler() {
    return begun.size() + compiling;
  }

  /** Candidates that are ready for the device. */
  synchronized int forDevice() {
    return ready.size();
  }
}
