package dev.evokernel.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.roofline.Roofline.Ceiling.Term;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.store.MeasuredLimits.Quantity;
import org.junit.jupiter.api.Test;

final class RooflineTest {

  /** 1000 operations, 10 bytes from memory and 40 from the cache in a nanosecond. */
  private static final Roofline ROOFLINE =
      new Roofline(OptionalDouble.of(1e12), 1e10, 4e10, 1_000_000, 2000);

  @Test
  void ceiling_ofManyOperations_isBoundByThem() {
    Ceiling ceiling = ROOFLINE.ceiling(1e9, 1e6);
    assertThat(ceiling.nanos()).isCloseTo(1e6, within(1e-6));
    assertThat(ceiling.binds()).isEqualTo(Term.COMPUTE);
    assertThat(ceiling.share(2e6)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void ceiling_ofManyBytes_isBoundByMemory() {
    Ceiling ceiling = ROOFLINE.ceiling(1e6, 1e8);
    assertThat(ceiling.nanos()).isCloseTo(1e7, within(1e-3));
    assertThat(ceiling.binds()).isEqualTo(Term.MEMORY);
  }

  @Test
  void ceiling_ofBytesThatTheCacheHolds_isBoundByTheCache() {
    Ceiling ceiling = ROOFLINE.ceiling(0, 1e6);
    assertThat(ceiling.nanos()).isCloseTo(25_000, within(1e-6));
    assertThat(ceiling.binds()).isEqualTo(Term.CACHE);
  }

  @Test
  void ceiling_betweenOnceAndTwiceTheCache_takesAGrowingShareFromMemory() {
    assertThat(ROOFLINE.ceiling(0, 1.5e6).memory()).isCloseTo(75_000, within(1e-6));
    assertThat(ROOFLINE.ceiling(0, 2e6).memory()).isCloseTo(200_000, within(1e-6));
  }

  @Test
  void ceiling_ofAlmostNothing_isALaunch() {
    Ceiling ceiling = ROOFLINE.ceiling(10, 10);
    assertThat(ceiling.nanos()).isEqualTo(2000);
    assertThat(ceiling.binds()).isEqualTo(Term.LAUNCH);
  }

  @Test
  void of_aTypeThatWasNotMeasured_setsNoLimitOnOperations() {
    MeasuredLimits limits = limits();
    assertThat(Roofline.of(limits, Arithmetic.F64).orElseThrow().ceiling(1e15, 8).binds())
        .isEqualTo(Term.LAUNCH);
    assertThat(Roofline.of(limits, Arithmetic.BF16).orElseThrow().flopsPerSecond()).isEmpty();
    assertThat(Roofline.of(limits, Arithmetic.F16).orElseThrow().flopsPerSecond()).hasValue(7.5e14);
  }

  @Test
  void ridge_isTheIntensityAtWhichBothBind() {
    assertThat(ROOFLINE.ridge()).hasValue(100);
  }

  private static MeasuredLimits limits() {
    return new MeasuredLimits(
        "cuda",
        new DeviceIdentity("cuda:0", "NVIDIA H200", "580.00"),
        Devices.h200(),
        "nvcc 13.0",
        "host",
        Instant.EPOCH,
        List.of(
            new Figure(Quantity.LAUNCH, 1, 1500, 100, "", OptionalDouble.empty()),
            new Figure(Quantity.F16, 7.5e14, 1e9, 100, "", OptionalDouble.empty()),
            new Figure(Quantity.MEMORY, 4.14e12, 1e9, 100, "", OptionalDouble.empty())));
  }
}
