package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation;
import org.jspecify.annotations.Nullable;

/**
 * The queue of evaluations in flight, and the only state that the threads of the search, the
 * compile workers and the devices share.
 *
 * <p>Candidates go to the compilers in the order of their numbers, and a free device takes the
 * compiled candidate with the smallest number, first of those that its host compiled. A device is
 * idle at most for a moment while a candidate is ready, and a leader never waits. A search that
 * learns in the order of its proposals waits as briefly as possible; in order of arrival, the
 * oldest candidate could wait behind younger candidates that compiled faster.
 *
 * <p>If compiling disturbs timing, compiling and timing alternate. The device's turn comes when the
 * search waits and no candidate is left to compile. The device then evaluates all candidates in
 * flight and returns their outcomes together, so that the search can fill all compilers again.
 *
 * <p>Compile workers, devices and the search wait on different conditions, and each change wakes
 * only one waiting thread. A fleet has thousands of threads here, and waking them all took more
 * processor time than all other work.
 *
 * <p>A leader is evaluated alone: until its outcome is recorded, no other candidate compiles and no
 * other device evaluates.
 */
public final class EvaluationQueue {

  /** Time that a device without a preferred candidate leaves the others to their devices. */
  private static final long GRACE_NANOS = 500_000_000;

  private final Lock lock = new ReentrantLock();
  private final Condition begins = lock.newCondition();
  private final Condition lands = lock.newCondition();
  private final Condition opens = lock.newCondition();
  private final boolean alternating;
  private boolean opened;
  private boolean leading;

  /** Candidates that wait for a compiler, by number. */
  private final SequencedMap<Integer, Proposal> begun = new TreeMap<>();

  /** Candidates that wait for a device, oldest first. */
  private final SequencedMap<Proposal, Compilation> ready =
      new TreeMap<>(Comparator.comparingInt(Proposal::number));

  /** Evaluations that the search has not taken, by the candidate's number. */
  private final Map<Integer, Evaluation> landed = new HashMap<>();

  /** Devices that wait for a turn, the longest first, each with the candidates that it prefers. */
  private final SequencedMap<Condition, Predicate<Proposal>> waiting = new LinkedHashMap<>();

  private int compiling;
  private @Nullable Proposal leader;

  /** Candidates that the search waits for; one is enough. */
  private List<Integer> awaited = List.of();

  private @Nullable Throwable failure;
  private boolean over;

  /**
   * @param alternating whether compiling and timing must not overlap
   * @param opened whether the run's default was evaluated before
   */
  public EvaluationQueue(boolean alternating, boolean opened) {
    this.alternating = alternating;
    this.opened = opened;
  }

  /**
   * Waits for the first evaluation, of the default: a device compares its own time of the default
   * with it.
   *
   * @param called whether the waiting device is to evaluate the default itself; asked again after
   *     {@link #callAgain}
   * @return whether the evaluation ended; false if the queue ended before
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

  /** Repeats the choice of the device that evaluates the default. */
  void callAgain() {
    change(opens::signalAll);
  }

  /** Whether compiling and timing must not overlap. */
  boolean isAlternating() {
    return alternating;
  }

  boolean isOpened() {
    return look(() -> opened);
  }

  public void begin(Proposal candidate, boolean leads) {
    change(
        () -> {
          leader = leads ? candidate : leader;
          begun.put(candidate.number(), candidate);
          begins.signal();
        });
  }

  /** Waits for the next candidate to compile. */
  public Proposal toCompile() throws InterruptedException {
    lock.lock();
    try {
      Proposal next = compilable();
      while (next == null && !over) {
        begins.await();
        next = compilable();
      }
      if (next == null || over) {
        throw new InterruptedException("The queue has ended.");
      }
      begun.remove(next.number());
      compiling++;
      return next;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Proposal compilable() {
    if (leader != null) {
      return begun.get(leader.number());
    }
    return begun.isEmpty() ? null : begun.firstEntry().getValue();
  }

  public void compiled(Proposal candidate, Compilation compilation) {
    change(
        () -> {
          compiling--;
          ready.put(candidate, compilation);
          wakeFor(candidate);
        });
  }

  /**
   * Waits for the device's turn.
   *
   * @param nanos the longest wait
   * @param preferred candidates that the device takes before older ones
   * @return compiled candidates, oldest first; none after {@code nanos}
   */
  SequencedMap<Proposal, Compilation> turn(long nanos, Predicate<Proposal> preferred)
      throws InterruptedException {
    lock.lock();
    Condition own = lock.newCondition();
    try {
      long left = nanos;
      long grace = GRACE_NANOS;
      while (leading
          || !isTurn()
          || (leader == null && grace > 0 && ready.keySet().stream().noneMatch(preferred))) {
        if (left <= 0) {
          return new LinkedHashMap<>();
        }
        boolean leaves = !leading && isTurn();
        long wait = leaves ? Math.min(left, grace) : left;
        waiting.put(own, preferred);
        long waited = wait - own.awaitNanos(wait);
        left -= waited;
        grace -= leaves ? waited : 0;
      }
      var turn = new LinkedHashMap<Proposal, Compilation>();
      do {
        Proposal oldest = ready.firstEntry().getKey();
        Proposal next = ready.keySet().stream().filter(preferred).findFirst().orElse(oldest);
        turn.put(next, Objects.requireNonNull(ready.remove(next)));
      } while (alternating && !ready.isEmpty());
      leading = leader != null && turn.containsKey(leader);
      return turn;
    } finally {
      waiting.remove(own);
      lock.unlock();
    }
  }

  /** Wakes a device that prefers a candidate, or else the device that waits longest. */
  private void wakeFor(Proposal candidate) {
    waiting.entrySet().stream()
        .filter(device -> device.getValue().test(candidate))
        .map(Map.Entry::getKey)
        .findFirst()
        .or(() -> waiting.keySet().stream().findFirst())
        .ifPresent(
            device -> {
              waiting.remove(device);
              device.signal();
            });
  }

  private void wakeAll() {
    waiting.keySet().forEach(Condition::signal);
    waiting.clear();
  }

  /** Returns the unevaluated candidates of a departed device to the queue. */
  void putBack(Map<Proposal, Compilation> some) {
    change(
        () -> {
          ready.putAll(some);
          if (leading || !some.isEmpty()) {
            leading = false;
            wakeAll();
          }
        });
  }

  private boolean isTurn() {
    if (leader != null && ready.containsKey(leader)) {
      return true;
    }
    return !ready.isEmpty()
        && (!alternating || (!awaited.isEmpty() && compiling == 0 && begun.isEmpty()));
  }

  /** Takes the outcomes of the device's turn, by the candidates' numbers. */
  void land(Map<Integer, Evaluation> ended) {
    change(
        () -> {
          landed.putAll(ended);
          if (!opened && !ended.isEmpty()) {
            opened = true;
            opens.signalAll();
          }
          if (!Collections.disjoint(awaited, ended.keySet())) {
            awaited = List.of();
            lands.signal();
          }
          if (leader != null && ended.containsKey(leader.number())) {
            leader = null;
            leading = false;
            begins.signalAll();
            wakeAll();
          }
        });
  }

  /**
   * Waits for the outcome of a candidate that was begun. Only one thread at a time may wait.
   *
   * @return empty if the queue ended before the evaluation
   */
  public Optional<Evaluation> await(int number) throws InterruptedException {
    awaitAny(List.of(number));
    lock.lock();
    try {
      switch (failure) {
        case null -> {}
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
      return Optional.ofNullable(landed.remove(number));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the outcome of any of some candidates that were begun. Only one thread at a time may
   * wait.
   *
   * @return those whose outcomes are there; none if the queue ended before
   */
  public List<Integer> awaitAny(List<Integer> numbers) throws InterruptedException {
    lock.lock();
    try {
      awaited = numbers;
      if (alternating) {
        wakeAll(); // The devices' turn may have come.
      }
      while (Collections.disjoint(numbers, landed.keySet()) && !over) {
        lands.await();
      }
      return numbers.stream().filter(landed::containsKey).toList();
    } finally {
      awaited = List.of();
      lock.unlock();
    }
  }

  /** Ends the queue: no further candidate is compiled or evaluated. */
  public void end() {
    change(
        () -> {
          over = true;
          List.of(begins, lands, opens).forEach(Condition::signalAll);
          wakeAll();
        });
  }

  /** Ends the queue with an exception that {@link #await} throws to the search. */
  public void fail(Throwable why) {
    change(
        () -> {
          failure = failure == null ? why : failure;
          end();
        });
  }

  /** Returns the number of candidates that wait for a compiler or are being compiled. */
  int forCompiler() {
    return look(() -> begun.size() + compiling);
  }

  /** Returns the number of candidates that are ready for the device. */
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
