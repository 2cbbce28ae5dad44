package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import org.junit.jupiter.api.Test;

final class CacheRoomTest {

  private final Kernel kernel = Saxpy.read();
  private final Shape shape = new Shape("one", Map.of("N", 1L << 20)); // 4 MiB a buffer

  private Optional<String> note(long mebibytes, Shape timed) {
    var limits = new EnumMap<Limit, Long>(Limit.class);
    for (Limit limit : Limit.values()) {
      limits.put(limit, 1L);
    }
    limits.put(Limit.L3_BYTES, mebibytes << 20);
    return new KernelNotes(kernel).cacheRoom(new DeviceLimits(limits), List.of(timed));
  }

  @Test
  void note_roomForBothInputSetsOrForNone_isNone() {
    assertThat(note(1000, shape)).isEmpty();
    assertThat(note(5, shape)).isEmpty();
  }

  @Test
  void note_roomForOneInputSet_namesTheShapeAndTheCache() {
    assertThat(note(14, shape).orElseThrow())
        .contains("on one the buffers of one input set fit the last-level cache (14 MiB)");
  }

  @Test
  void note_coldCaches_isNone() {
    assertThat(note(14, shape.with(CacheState.COLD))).isEmpty();
  }
}
