package dev.evokernel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.limits.ProbeSteps.Step;
import dev.evokernel.roofline.Devices;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.MeasuredLimits.Figure;
import dev.evokernel.store.MeasuredLimits.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProbeStepsTest {

  private static final Peaks PEAKS =
      new Peaks(
          OptionalDouble.of(1.07e15), OptionalDouble.of(3e13), OptionalDouble.of(4.8e12), 60 << 20);

  @TempDir Path folder;

  @Test
  void all_onAnH200_askEveryUnitAndLeaveTheCacheBehind() throws IOException {
    Kernel probe = KernelReader.read(ShippedSources.probe(folder), "cuda");
    List<Step> steps = new ProbeSteps(probe, Devices.h200()).all(OptionalLong.empty());
    assertThat(steps)
        .extracting(Step::quantity)
        .containsExactly(
            Quantity.LAUNCH,
            Quantity.SINGLE_LAUNCH,
            Quantity.F32,
            Quantity.F16,
            Quantity.BF16,
            Quantity.CACHE,
            Quantity.MEMORY);
    assertThat(shape(steps, Quantity.CACHE)).isEqualTo("copy_16MiB");
    assertThat(shape(steps, Quantity.MEMORY)).isEqualTo("copy_1024MiB");
    assertAllValid(probe, Devices.h200(), steps);
  }

  @Test
  void all_onAProcessor_askItsVectorsAndItsThreads() throws IOException {
    Kernel probe = KernelReader.read(ShippedSources.probe(folder), "cpu");
    List<Step> steps = new ProbeSteps(probe, Devices.processor()).all(OptionalLong.empty());
    assertThat(steps)
        .extracting(Step::quantity)
        .containsExactly(
            Quantity.LAUNCH, Quantity.REGION, Quantity.F32, Quantity.CACHE, Quantity.MEMORY);
    assertThat(shape(steps, Quantity.CACHE)).isEqualTo("copy_16MiB");
    assertThat(shape(steps, Quantity.MEMORY)).isEqualTo("copy_128MiB");
    assertAllValid(probe, Devices.processor(), steps);
    List<Step> small = new ProbeSteps(probe, Devices.processor()).all(OptionalLong.of(1 << 20));
    assertThat(shape(small, Quantity.MEMORY)).isEqualTo("copy_1MiB");
  }

  @Test
  void credible_beyondThePeak_isRefusedWithBothNumbers() {
    var fine = new Figure(Quantity.F16, 7.5e14, 1e9, 10, "wgmma", OptionalDouble.empty());
    assertThat(LimitProbe.credible(fine, PEAKS)).isSameAs(fine);
    var tooFast = new Figure(Quantity.F16, 1.2e15, 1e9, 10, "wgmma", OptionalDouble.empty());
    assertThatThrownBy(() -> LimitProbe.credible(tooFast, PEAKS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContainingAll("f16 tensor cores", "1.200e+15", "1.070e+15", "not stored");
    var bus = new Figure(Quantity.MEMORY, 5e12, 1e9, 10, "copy", OptionalDouble.empty());
    assertThatThrownBy(() -> LimitProbe.credible(bus, PEAKS))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("memory bandwidth");
  }

  @Test
  void credible_whereNoPeakIsKnown_isBelieved() {
    var figure = new Figure(Quantity.CACHE, 1e18, 1e9, 10, "copy", OptionalDouble.empty());
    assertThat(LimitProbe.credible(figure, Peaks.UNKNOWN)).isSameAs(figure);
  }

  private static void assertAllValid(Kernel probe, DeviceLimits limits, List<Step> steps) {
    SearchSpace space = SearchSpace.of(probe, probe.shapes(), limits);
    assertThat(steps)
        .flatExtracting(Step::configurations)
        .allMatch(configuration -> space.contains(configuration));
  }

  private static String shape(List<Step> steps, Quantity quantity) {
    return steps.stream()
        .filter(step -> step.quantity() == quantity)
        .findFirst()
        .orElseThrow()
        .shape()
        .name();
  }
}
