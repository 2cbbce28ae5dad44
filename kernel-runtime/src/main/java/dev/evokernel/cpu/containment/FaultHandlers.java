package dev.evokernel.cpu.containment;

import dev.evokernel.backend.file.Leftovers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Handling of the signals that a faulting access raises.
 *
 * <p>A candidate could protect the pages of its outputs and compute a result when evo reads it and
 * faults. So the handling is compared after launches, before outputs are read. It is remembered
 * with every snapshot of the process.
 */
public final class FaultHandlers {

  private static final List<Integer> SIGNALS = List.of(7, 11);
  private static final List<String> NAMES = List.of("SIGBUS", "SIGSEGV");

  private static List<byte[]> usual = now();

  private FaultHandlers() {}

  static void remember() {
    usual = now();
  }

  /** Lists the signals that are handled in another way than at the last snapshot. */
  public static Leftovers changes() {
    List<byte[]> handlers = now();
    return new Leftovers(
        IntStream.range(0, SIGNALS.size())
            .filter(i -> !Arrays.equals(handlers.get(i), usual.get(i)))
            .mapToObj(i -> "another handling of " + NAMES.get(i))
            .toList());
  }

  private static List<byte[]> now() {
    return SIGNALS.stream().map(Libc::signalAction).toList();
  }
}
