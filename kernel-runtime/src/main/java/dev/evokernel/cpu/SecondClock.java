package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cpu.containment.Libc;
import dev.evokernel.cpu.host.HostCpu;
import dev.evokernel.outcome.Rejection;

/**
 * Clock that times each batch twice, because a candidate can replace the function by which Java
 * reads the time.
 *
 * <p>The second source is the processor's counter or a direct system call, chosen at random. It is
 * read before and after each reading of Java's clock, so it gives a shortest and a longest time of
 * the batch, however long the readings take. A time outside of them does not count.
 */
final class SecondClock {

  /** Batches in a row on which the clocks differ, after which the candidate is to blame. */
  private static final int MOST = 6;

  /** Share of a batch, and nanoseconds, by which the clocks may differ. */
  private static final double SHARE = 0.002;

  private static final long RESOLUTION = 200;
  private static final long CALIBRATION_NANOS = 10_000_000;

  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
  private static final int CLOCK_GETTIME = AARCH64 ? 113 : 228;
  private static final int CLOCK_MONOTONIC = 1;
  private static final MemorySegment TIME = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

  /** Machine code: rdtsc, shl, or, ret; and mrs of cntvct_el0, ret. */
  private static final String READ_COUNTER = AARCH64 ? "40e03bd5c0035fd6" : "0f3148c1e2204809d0c3";

  private static final List<LongSupplier> SOURCES =
      Stream.concat(Stream.of(SecondClock::systemNanos), counter().stream()).toList();

  private final List<LongSupplier> sources;
  private final LongSupplier nanoClock;
  private final RandomGenerator random;

  SecondClock() {
    this(SOURCES, System::nanoTime, new SecureRandom());
  }

  /**
   * @param sources nanoseconds from any origin
   */
  SecondClock(List<LongSupplier> sources, LongSupplier nanoClock, RandomGenerator random) {
    this.sources = List.copyOf(sources);
    this.nanoClock = nanoClock;
    this.random = random;
  }

  /**
   * Returns the nanoseconds of a batch, which is repeated while the clocks differ.
   *
   * @param preparation runs before the batch, outside the time
   * @throws RejectionException as suspicious if the clocks differ too often
   */
  long nanos(Runnable preparation, Runnable batch) {
    for (int differing = 1; ; differing++) {
      preparation.run();
      LongSupplier other = sources.get(random.nextInt(sources.size()));
      long before = other.getAsLong();
      long began = nanoClock.getAsLong();
      long first = other.getAsLong();
      batch.run();
      long last = other.getAsLong();
      long nanos = nanoClock.getAsLong() - began;
      long after = other.getAsLong();
      double margin = RESOLUTION + SHARE * (after - before);
      if (nanos >= last - first - margin && nanos <= after - before + margin) {
        return nanos;
      }
      if (differing == MOST) {
        throw new RejectionException(
            Rejection.SUSPICIOUS,
            String.format(
                Locale.ROOT,
                "The clock of its process went on by %.1f µs in a batch of %.1f µs, %d times in a"
                    + " row. Maybe it changes what its process reads as the time.",
                nanos / 1e3,
                (last - first) / 1e3,
                MOST));
      }
    }
  }

  private static long systemNanos() {
    Libc.syscall(CLOCK_GETTIME, CLOCK_MONOTONIC, TIME.address(), 0);
    return 1_000_000_000 * TIME.get(JAVA_LONG, 0) + TIME.get(JAVA_LONG, Long.BYTES);
  }

  /** Returns the processor's counter in nanoseconds; empty unless it runs at a constant rate. */
  private static Optional<LongSupplier> counter() {
    List<String> features = List.of(HostCpu.ofThisMachine().features().split(" ", -1));
    if (!AARCH64 && !features.containsAll(List.of("constant_tsc", "nonstop_tsc"))) {
      return Optional.empty();
    }
    MemorySegment code = NativePages.code(HexFormat.of().parseHex(READ_COUNTER));
    MethodHandle counter =
        Linker.nativeLinker().downcallHandle(code, FunctionDescriptor.of(JAVA_LONG));
    long[] first = both(counter);
    while (System.nanoTime() - first[1] < CALIBRATION_NANOS) {
      Thread.onSpinWait();
    }
    long[] last = both(counter);
    double nanosOfTick = (last[1] - first[1]) / (double) (last[0] - first[0]);
    return Optional.of(() -> (long) ((ticks(counter) - first[0]) * nanosOfTick));
  }

  /** Counter and clock of one instant: the closest of some readings. */
  private static long[] both(MethodHandle counter) {
    return Stream.generate(() -> new long[] {ticks(counter), System.nanoTime(), ticks(counter)})
        .limit(64)
        .min(Comparator.comparingLong(reading -> reading[2] - reading[0]))
        .orElseThrow();
  }

  private static long ticks(MethodHandle counter) {
    try {
      return (long) counter.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
