package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.measure.BatchTimer;

/**
 * Timer of a program on one shape that verifies the measured batches.
 *
 * <p>Timed launches read two input sets in turn, so that no launch finds its own result in its
 * outputs. Before a verified batch the input sets change places and the outputs are poisoned. After
 * the batch, the outputs of the last launch and of a random one are compared by digest with those
 * of the verification. None of this is timed. A result cached from an earlier batch is wrong, and a
 * launch that skips work is wrong at a position that a kernel cannot predict.
 */
public final class VerifiedTimer implements BatchTimer {

  /** Length of a batch beside which caches that the exchange of inputs left cold do not matter. */
  private static final long LONG_NANOS = 1_000_000;

  private final CorrectnessGate gate;
  private final Workspace workspace;
  private final Program program;
  private final CacheState cache;
  private final double share;
  private final RandomGenerator random;
  private final LongSupplier nanoClock;
  private final Map<InputSet, Long> digests;
  private boolean alternating;
  private boolean exchanged;
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
    if (!alternating) {
      exchange();
    }
    last = workspace.time(program, new Batch(launches, cache));
    return last;
  }

  @Override
  public long settle(int launches) {
    exchange();
    settled = true;
    return nanos(launches);
  }

  /**
   * @throws RejectionException if a compared launch is wrong
   */
  @Override
  public long sample(int launches) {
    long began = nanoClock.getAsLong();
    if (verifying > share * spent) {
      long nanos = nanos(launches);
      spent += nanoClock.getAsLong() - began;
      return nanos;
    }
    boolean needsWarmth =
        cache == CacheState.HOT && (Double.isInfinite(share) || last < LONG_NANOS);
    if (!settled && needsWarmth) {
      var _ = settle(launches);
    } else if (!settled) {
      exchange();
    }
    settled = false;
    workspace.poison();
    int probed = launches > 1 ? random.nextInt(launches - 1) : Batch.NONE;
    long before = nanoClock.getAsLong();
    long nanos = workspace.time(program, new Batch(launches, cache, probed));
    long after = nanoClock.getAsLong();
    verify(BufferSet.FIRST, launches - 1, launches);
    if (probed != Batch.NONE) {
      verify(BufferSet.SECOND, probed, launches);
    }
    long ended = nanoClock.getAsLong();
    spent += ended - began;
    verifying += ended - began - (after - before);
    return nanos;
  }

  private void exchange() {
    List<InputSet> sets = gate.alternating();
    workspace.alternate(sets.get(exchanged ? 1 : 0), sets.get(exchanged ? 0 : 1));
    exchanged = !exchanged;
    alternating = true;
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
