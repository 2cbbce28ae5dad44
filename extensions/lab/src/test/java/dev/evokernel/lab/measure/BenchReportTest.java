package dev.evokernel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.lab.measure.Throughput.Mode;
import dev.evokernel.store.record.ExampleRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BenchReportTest {

  private static Mode mode(String name, long evaluations) {
    return new Mode(name, 15, 30, evaluations, Duration.ofSeconds(30), ExampleRun.timeBudget());
  }

  static final ThroughputReport THROUGHPUT =
      new ThroughputReport(
          new Throughput.Result(mode("cold", 600), mode("warm", 1200), mode("serial", 50)),
          "gemm (small) on cuda:0 (NVIDIA H200), 16 cores, seed 42",
          "./evo bench throughput kernels/gemm --seed 42",
          42);

  static Disturbance.Effect effect(String shape, double low, double high) {
    var ratio = new PairedRatio((low + high) / 2, low, high);
    return new Disturbance.Effect(shape, 12_345, ratio, ratio);
  }

  static DisturbanceReport disturbance(Disturbance.Effect... effects) {
    return new DisturbanceReport(
        new Disturbance.Result(15, 10, 20, 1234, List.of(effects)),
        "gemm",
        "./evo bench disturbance kernels/gemm --seed 42");
  }

  static SamplingReport sampling() {
    var usual =
        new SamplingStudy.Way(
            "error", List.of(new SamplingStudy.Reading("small", 20_000, 0.002, 150, 10)), 6e7);
    var cold =
        new SamplingStudy.Way(
            "cold", List.of(new SamplingStudy.Reading("small", 25_000, 0.01, 200, 1)), 9e7);
    var racing = new SamplingStudy.Racing(20, 1_000_000_000, 250_000_000, 3000, 400, 3, 0);

    return new SamplingReport(
        new SamplingStudy.Result(10, List.of(usual, cold), racing),
        "gemm",
        "./evo bench sampling kernels/gemm --seed 42");
  }

  @Test
  void throughput_comparesWithOneAfterTheOther() {
    assertThat(THROUGHPUT.text())
        .contains("gemm (small) on cuda:0 (NVIDIA H200), 16 cores, seed 42")
        .containsPattern("warm +15 +30 +1200 +30.0 s +2400.0 +90.0 %")
        .contains("12.0 times as many configurations per minute with a cold cache")
        .contains("24.0 times as many with a warm cache")
        .contains("Warm\nDuring the search the device was busy 90.0 %")
        .endsWith("Again:  ./evo bench throughput kernels/gemm --seed 42\n");
    assertThat(THROUGHPUT.markdown())
        .contains("| serial | 15 | 30 | 50 | 30.0 s | 100.0 | 90.0 % |");
    assertThat(THROUGHPUT.json()).contains("\"cold_over_serial\" : 12.0");
  }

  @Test
  void sampling_comparesEachWayWithTheDefault() {
    SamplingReport report = sampling();
    assertThat(report.text())
        .contains("The default, measured 10 times in each way")
        .containsPattern("cold +25.00 µs +\\+25.00 % +1.00 % +200 +1 +90.00 ms")
        .contains("20 random configurations against the default took 400 of 3000 samples")
        .contains("75 % saved")
        .contains("that beat the default: 3; given up by mistake: 0.")
        .endsWith("Again:  ./evo bench sampling kernels/gemm --seed 42\n");
    assertThat(report.markdown())
        .contains("| error | 20.00 µs | +0.00 % | 0.20 % | 150 | 10 | 60.00 ms |");
    assertThat(report.json()).contains("\"launches_per_sample\" : 10.0");
  }

  @Test
  void disturbance_saysWhatTheIntervalsAllow() {
    DisturbanceReport report =
        disturbance(
            effect("slow", 1.02, 1.04), effect("same", 0.999, 1.001), effect("wild", 0.5, 2));
    assertThat(report.text())
        .contains("20 rounds")
        .contains("15 compile workers of niceness 10")
        .contains("1,234 compilations")
        .contains("1.0300 (1.0200 to 1.0400)")
        .contains("by more than 1 %: yes on slow; no on same; inconclusive (use more --rounds ")
        .contains("on wild.")
        .endsWith("Again:  ./evo bench disturbance kernels/gemm --seed 42\n");
    assertThat(report.json()).contains("\"verdict\" : \"unknown\"");
    assertThat(report.markdown()).contains("| same | 12.35 µs | 1.0000 (0.9990 to 1.0010) |");
  }
}
