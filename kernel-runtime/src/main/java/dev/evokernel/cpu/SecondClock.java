package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cpu.containment.Libc;
import dev.evokernel.cpu.host.HostCpu;
import dev.evokernel.cpu.host.QuietTimer;
import dev.evokernel.outcome.Rejection;

/**
 * Clock that reads each batch twice, from Java's clock and from another source.
 *
 * <p>A candidate shares the process with its judge, and can replace the function by which Java
 * reads the time. The other source is the processor's counter or a direct system call, chosen at
 * random for each batch; neither calls that function. It is read before and after each reading of
 * Java's clock, so it gives a shortest and a longest time for the batch, however long the readings
 * take. A batch outside of them does not count, and {@value #MOST} in a row are the candidate's
 * doing.
 */
final class SecondClock {

  static final int MOST = 6;

  /** Share of a batch, and nanoseconds, by which the clocks may differ. */
  private static final double SHARE = 0.002;

  private static final long RESOLUTION = 200;

  private static final MethodHandle SYSCALL =
      Libc.bind("syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
  private static final long CLOCK_GETTIME = AARCH64 ? 113 : 228;
  private static final long CLOCK_MONOTONIC = 1;
  private static final MemorySegment TIME = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
  private static final long CALIBRATION_NANOS = 10_000_000;

  /** Machine code: rdtsc, shl, or, ret; and mrs of cntvct_el0, ret. */
  private static final String READ_COUNTER = AARCH64 ? "40e03bd5c0035fd6" : "0f3148c1e2204809d0c3";

  private static final List<LongSupplier> SOURCES =
      Stream.concat(Stream.of(SecondClock::systemNanos), counter().stream()).toList();

  private final List<LongSupplier> sources;
  private final LongSupplier nanoClock;
  private final RandomGenerator random;
  private int differing;

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
   * Runs a batch and returns its nanoseconds, or {@link QuietTimer#REPEAT} if the clocks differ.
   *
   * @throws RejectionException as suspicious if the clocks differ for too many batches in a row
   */
  long nanos(Runnable batch) {
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
      differing = 0;
      return nanos;
    }
    if (++differing == MOST) {
      throw new RejectionException(
          Rejection.SUSPICIOUS,
          String.format(
              Locale.ROOT,
              "The clock of its process went on by %.1f µs in a batch of %.1f µs, and differed in %d"
                  + " batches in a row. Maybe it changes what its process reads as the time.",
              nanos / 1e3,
              (last - first) / 1e3,
              MOST));
    }
    return QuietTimer.REPEAT;
  }

  /** Reads the system's clock without the C library's function for it. */
  private static long systemNanos() {
    try {
      var _ = (long) SYSCALL.invokeExact(CLOCK_GETTIME, CLOCK_MONOTONIC, TIME.address());
    } catch (Throwable e) {
      throw new IllegalStateException("A system call failed in the linker.", e);
    }
    return 1_000_000_000 * TIME.get(JAVA_LONG, 0) + TIME.get(JAVA_LONG, Long.BYTES);
  }

  /** Returns the processor's counter in nanoseconds; empty unless it runs at a constant rate. */
  private static Optional<LongSupplier> counter() {
    List<String> features = List.of(HostCpu.ofThisMachine().features().split(" ", -1));
    if (!AARCH64 && !features.containsAll(List.of("constant_tsc", "nonstop_tsc"))) {
      return Optional.empty();
    }
    MethodHandle read =
        Linker.nativeLinker()
            .downcallHandle(
                NativePages.code(HexFormat.of().parseHex(READ_COUNTER)),
                FunctionDescriptor.of(JAVA_LONG),
                Linker.Option.critical(false));
    long[] first = both(read);
    while (System.nanoTime() - first[1] < CALIBRATION_NANOS) {
      Thread.onSpinWait();
    }
    long[] last = both(read);
    double nanosOfTick = (last[1] - first[1]) / (double) (last[0] - first[0]);
    return Optional.of(() -> (long) ((ticks(read) - first[0]) * nanosOfTick));
  }

  /** Counter and clock of one instant: the closest of some readings. */
  private static long[] both(MethodHandle read) {
    long[] closest = {0, 0};
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 64; i++) {
      long before = System.nanoTime();
      long ticks = ticks(read);
      long taken = System.nanoTime() - before;
      if (taken < least) {
        least = taken;
        closest = new long[] {ticks, before + taken / 2};
      }
    }
    return closest;
  }

  private static long ticks(MethodHandle read) {
    try {
      return (long) read.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("Reading the processor's counter failed.", e);
    }
  }
}
