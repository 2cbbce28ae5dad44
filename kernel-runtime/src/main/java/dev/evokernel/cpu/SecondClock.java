package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cpu.containment.Libc;
import dev.evokernel.cpu.host.HostCpu;
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

  private static final boolean AARCH64 = System.getProperty("os.arch").equals("aarch64");
  private static final MemorySegment TIME = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);

  /** Call of {@code clock_gettime} for the monotonic clock, past the C library's function. */
  private static final MethodHandle SYSCALL =
      MethodHandles.insertArguments(
          Libc.bind("syscall", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          0,
          AARCH64 ? 113L : 228L,
          1L,
          TIME.address());

  /** Machine code: rdtsc, shl, or, ret; and mrs of cntvct_el0, ret. */
  private static final String READ_COUNTER = AARCH64 ? "40e03bd5c0035fd6" : "0f3148c1e2204809d0c3";

  private static final long CALIBRATION_NANOS = 10_000_000;

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
    var _ = call(SYSCALL);
    return 1_000_000_000 * TIME.get(JAVA_LONG, 0) + TIME.get(JAVA_LONG, Long.BYTES);
  }

  /** Returns the processor's counter in nanoseconds; empty unless it runs at a constant rate. */
  private static Optional<LongSupplier> counter() {
    List<String> features = List.of(HostCpu.ofThisMachine().features().split(" ", -1));
    if (!AARCH64 && !features.containsAll(List.of("constant_tsc", "nonstop_tsc"))) {
      return Optional.empty();
    }
    MethodHandle counter =
        Linker.nativeLinker()
            .downcallHandle(
                NativePages.code(HexFormat.of().parseHex(READ_COUNTER)),
                FunctionDescriptor.of(JAVA_LONG),
                Linker.Option.critical(false));
    long[] first = both(counter);
    while (System.nanoTime() - first[1] < CALIBRATION_NANOS) {
      Thread.onSpinWait();
    }
    long[] last = both(counter);
    double nanosOfTick = (last[1] - first[1]) / (double) (last[0] - first[0]);
    return Optional.of(() -> (long) ((call(counter) - first[0]) * nanosOfTick));
  }

  /** Counter and clock of one instant: the closest of some readings. */
  private static long[] both(MethodHandle counter) {
    return Stream.generate(() -> new long[] {call(counter), System.nanoTime(), call(counter)})
        .limit(64)
        .min(Comparator.comparingLong(reading -> reading[2] - reading[0]))
        .orElseThrow();
  }

  private static long call(MethodHandle function) {
    try {
      return (long) function.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }
}
