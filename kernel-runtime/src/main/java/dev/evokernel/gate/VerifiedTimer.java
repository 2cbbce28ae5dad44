package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.Batch.WhenDisturbed;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.measure.BatchTimer;

/**
 * Timer of a program on one shape that verifies the measured batches.
 *
 * <p>Timed launches read several input sets in turn, so that no launch finds its own result in its
 * outputs. Before a verified batch the input sets change places. At random, the outputs are then
 * poisoned, or hold what the program itself wrote for other input sets: a kernel that looks for
 * poison does not learn that it is verified. After the batch, the outputs of the last launch and of
 * a random one are compared by digest with those of the verification. None of this is timed. A
 * result cached from an earlier batch is wrong, and a launch that skips work is wrong at a position
 * that a kernel cannot predict.
 */
public final class VerifiedTimer implements BatchTimer {

  /** Length of a batch beside which caches that the exchange of inputs left cold do not matter. */
  private static final long LONG_NANOS = 1_000_000;

  /** Undisturbed batches of a turn that need no others. */
  private static final int QUIET = 2;

  private final CorrectnessGate gate;
  private final Workspace workspace;
  private final Program program;
  private final CacheState cache;
  private final double share;
  private final RandomGenerator random;
  private final LongSupplier nanoClock;
  private final Map<InputSet, Long> digests;

  /** Input sets in the order of their places; empty before the first batch. */
  private List<InputSet> placed = List.of();

  /** Input set whose result a set of outputs holds; none where the outputs are poisoned. */
  private final Map<BufferSet, InputSet> written = new EnumMap<>(BufferSet.class);

  /** Place of the input set that the next launch reads. */
  private int next;

  private boolean settled;
  private long spent;
  private long verifying;
  private long last;

  /**
   * @param digests digests of correct outputs, from {@link VerificationResult.Accepted}
   * @param share maximum share of verification in the time for samples; infinite to verify every
   *     batch
   * @param random chooses the launch that is compared
   * @param nanoClock clock such as {@link System#nanoTime}
   */
  public VerifiedTimer(
      CorrectnessGate gate,
      Workspace workspace,
      Program program,
      CacheState cache,
      Map<InputSet, Long> digests,
      double share,
      RandomGenerator random,
      LongSupplier nanoClock) {
    this.gate = gate;
    this.workspace = workspace;
    this.program = program;
    this.cache = cache;
    this.digests = new HashMap<>(digests);
    this.share = share;
    this.random = random;
    this.nanoClock = nanoClock;
  }

  @Override
  public long nanos(int launches) {
    if (placed.isEmpty()) {
      exchange();
    }
    last = timed(launches, begin(launches), Batch.NONE, WhenDisturbed.RETURN);
    return last;
  }

  /** Two input sets are read from the first on, so that a device records one batch of a length. */
  private int begin(int launches) {
    return placed.size() == 2 && launches > 1 ? 0 : next;
  }

  private long timed(int launches, int begin, int probed, WhenDisturbed disturbed) {
    var batch = new Batch(launches, cache, begin, probed, disturbed);
    long nanos = workspace.time(program, batch);
    next = (begin + launches) % placed.size();
    if (batch.lasting() != Batch.NONE) {
      written.put(BufferSet.FIRST, at(begin + batch.lasting()));
    }
    if (probed != Batch.NONE) {
      written.put(BufferSet.SECOND, at(begin + probed));
    }
    return nanos;
  }

  private InputSet at(int launch) {
    return placed.get(launch % placed.size());
  }

  @Override
  public long settle(int launches) {
    exchange();
    settled = true;
    return nanos(launches);
  }

  @Override
  public long sample(int launches) {
    return turn(launches, 1).nanos();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A few undisturbed batches suffice. All are verified as one: of their launches, the last and
   * a random one are compared.
   *
   * @throws RejectionException if a compared launch is wrong
   */
  @Override
  public Turn turn(int launches, int most) {
    long began = nanoClock.getAsLong();
    var undisturbed = new ArrayList<Long>();
    var disturbed = new ArrayList<Long>();
    WhenDisturbed disturbance = most > 1 ? WhenDisturbed.RETURN : WhenDisturbed.REPEAT;
    if (verifying > share * spent) {
      for (int count = 0; count < most && undisturbed.size() < QUIET; count++) {
        long nanos = timed(launches, begin(launches), Batch.NONE, disturbance);
        (workspace.wasDisturbed() ? disturbed : undisturbed).add(nanos);
      }
      spent += nanoClock.getAsLong() - began;
      return Turn.of(undisturbed, disturbed);
    }
    boolean needsWarmth =
        cache == CacheState.HOT && (Double.isInfinite(share) || last < LONG_NANOS);
    if (!settled && needsWarmth) {
      var _ = settle(launches);
    } else if (!settled) {
      exchange();
    }
    settled = false;
    if (random.nextBoolean()) {
      workspace.poison();
      written.clear();
    }
    InputSet held = written.get(BufferSet.FIRST);
    int count = 0;
    int kept = 0;
    int probed = Batch.NONE;
    long before = nanoClock.getAsLong();
    while (count < most && undisturbed.size() < QUIET) {
      // Outputs that are not poisoned must not hold the right results already.
      int from = begin(launches);
      int begin = at(from + launches - 1).equals(held) ? from + 1 : from;
      // Each batch so far is as likely to have the probed launch; a single launch needs another.
      int choices = launches > 1 ? launches - 1 : Math.min(count, 1);
      int equallyLikely = launches > 1 ? count + 1 : Math.max(count, 1);
      int drawn = random.nextInt(equallyLikely) == 0 ? probed(choices, begin) : Batch.NONE;
      if (drawn != Batch.NONE) {
        probed = count * launches + drawn;
      }
      if (drawn != launches - 1) {
        kept = count * launches + launches - 1;
      }
      long nanos = timed(launches, begin, drawn, disturbance);
      (workspace.wasDisturbed() ? disturbed : undisturbed).add(nanos);
      count++;
    }
    long after = nanoClock.getAsLong();
    int all = count * launches;
    verify(BufferSet.FIRST, kept, all);
    if (probed != Batch.NONE) {
      verify(BufferSet.SECOND, probed, all);
    }
    long ended = nanoClock.getAsLong();
    spent += ended - began;
    verifying += ended - began - (after - before);
    return Turn.of(undisturbed, disturbed);
  }

  /** Draws one of some launches, with other inputs than those of the second outputs' result. */
  private int probed(int launches, int begin) {
    if (launches == 0) {
      return Batch.NONE;
    }
    int drawn = random.nextInt(launches);
    if (!at(begin + drawn).equals(written.get(BufferSet.SECOND))) {
      return drawn;
    }
    return drawn > 0 ? drawn - 1 : launches > 1 ? 1 : Batch.NONE;
  }

  @Override
  public boolean wasDisturbed() {
    return workspace.wasDisturbed();
  }

  private void exchange() {
    if (placed.isEmpty()) {
      placed = new ArrayList<>(gate.inTurn());
    } else {
      Collections.rotate(placed, 1 + random.nextInt(placed.size() - 1));
    }
    workspace.alternate(placed);
    next = 0;
  }

  private void verify(BufferSet set, int launch, int launches) {
    String when =
        "launch %d of %d that were timed together, %s"
            .formatted(launch + 1, launches, workspace.read(set));
    gate.digestFault(workspace, set, digests, when)
        .ifPresent(
            rejected -> {
              throw new RejectionException(rejected.reason(), rejected.message());
            });
  }
}
