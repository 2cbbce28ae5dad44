package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.report.ComparisonReport;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.StoredRun;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecordedComparisonTest {

  private static final RunHistory HERE = ExampleRun.history();

  private static Side.Recorded side(RunHistory history, int number) {
    Candidate candidate = history.candidate(number).orElseThrow();
    return new Side.Recorded(history, candidate);
  }

  /** The same run as another device would have recorded it. */
  private static RunHistory on(String model) {
    StoredRun stored = HERE.run();
    RunRecord run = stored.run();
    Provenance provenance = run.provenance();
    var elsewhere =
        Altered.of(
            run,
            "id",
            "gemm-20261120-193207",
            "provenance",
            Altered.of(provenance, "device", new DeviceIdentity("cuda:0", model, "580.2")));
    return Examples.history(Altered.of(stored, "run", elsewhere), HERE.candidates(), HERE.finals());
  }

  @Test
  void apart_onTwoDevices_showsBothAndRefusesAVerdict() {
    var comparison =
        new RecordedComparison(
            side(HERE, 1),
            side(on("NVIDIA H200"), 2),
            List.of(),
            new ComparisonSettings(0.02, 4, 42));
    assertThat(comparison.isOnOneDevice()).isFalse();
    ComparisonReport report = comparison.apart("./evo compare");
    assertThat(report.text())
        .contains(
            "No verdict: A was measured on AMD EPYC, 2 cores, B on NVIDIA H200.",
            "B:  gemm-20261120-193205/2 on NVIDIA H200",
            "B differs in:  TILE_M 64 → 32")
        .contains("101.4 µs", "79.82 µs")
        .doesNotContain("faster", "slower");
    assertThat(report.json()).contains("\"TILE_M\" : [ 64, 32 ]");
  }
}
