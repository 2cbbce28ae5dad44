package dev.evokernel.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.roofline.Residency.Multiprocessor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against NVIDIA's occupancy calculator for compute capability 9.0. */
final class MultiprocessorTest {

  private static final Multiprocessor HOPPER = Multiprocessor.of(Devices.h200());

  @ParameterizedTest
  @CsvSource({
    // threads, registers, shared, blocks: all threads, all registers, rounding, shared memory
    "256, 32, 0, 8",
    "256, 64, 0, 4",
    "256, 33, 0, 6",
    "1024, 32, 0, 2",
    "1024, 33, 0, 1",
    "128, 255, 0, 2",
    "384, 168, 0, 1",
    "32, 16, 0, 32",
    "96, 32, 0, 21",
    "128, 32, 102400, 2",
    "128, 32, 115712, 2",
    "128, 32, 115713, 1",
    "128, 32, 232448, 1",
    "128, 32, 233472, 0",
    "128, 0, 49152, 4"
  })
  void residentBlocks_onHopper_areThoseOfTheCalculator(
      long threads, int registers, long shared, int blocks) {
    assertThat(HOPPER.residentBlocks(threads, registers, shared)).isEqualTo(blocks);
  }

  @Test
  void occupancy_ofHalfTheWarps_isAHalf() {
    assertThat(HOPPER.occupancy(256, 4)).isCloseTo(0.5, within(1e-12));
    assertThat(HOPPER.occupancy(96, 21)).isCloseTo(63 / 64.0, within(1e-12));
  }

  @Test
  void of_aDeviceThatIsNotInTheTable_isAsSmallAsAny() {
    Multiprocessor unknown = Multiprocessor.of(Devices.gpu(75, 64L << 10));
    assertThat(unknown.residentBlocks(256, 0, 0)).isEqualTo(4);
    assertThat(unknown.residentBlocks(32, 0, 0)).isEqualTo(16);
  }
}
