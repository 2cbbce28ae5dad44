package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.report.RunDevicesReport;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.RunState;
import dev.evokernel.report.TextRenderer;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDevicesReportTest {

  private static final String ID = ExampleRun.ID;
  private static final Instant START = ExampleRun.START;

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void beginOnThreeDevices() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
    device(0, "gpu-1", 1.0);
    device(1, "gpu-2", 1.0);
    store.events(ID).record(record(2, "gpu-3", 1.3).leaving(START.plusSeconds(20), "no answer"));
    int number = 1;
    for (int device : new int[] {0, 1, 0, 0, 2}) {
      evaluated(number, device, number, device == 1 ? 4_000_000_000L : 1_000_000_000L);
      number++;
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void device(int number, String host, double relative) {
    store.events(ID).record(record(number, host, relative));
  }

  private static RunDeviceRecord record(int number, String host, double relative) {
    return new RunDeviceRecord(
        number, host, "cuda:0", "H200", START, Optional.of(relative), Optional.empty(), "");
  }

  private void evaluated(int number, int device, int second, long nanos) {
    Evaluation one = ExampleRun.measured(9, 9);
    store.record(
        ID,
        ExampleRun.proposal(number, 16L << number),
        new Evaluation(
            one.outcome(),
            one.objective(),
            "digest " + number,
            0,
            nanos,
            0,
            START.plusSeconds(10L * second),
            device,
            1));
  }

  private RunDevicesReport at(long second) {
    return new RunDevicesReport(
        RunState.of(store, ID, START.plusSeconds(second)),
        store.pagedHistory(ID),
        List.of(),
        ZoneOffset.UTC);
  }

  private static String row(String text, String host) {
    return text.lines().filter(line -> line.contains(host)).findFirst().orElseThrow();
  }

  @Test
  void text_ofARunningRun_saysWhoEvaluatesWhoIsIdleAndWhoIsLost() {
    var owner = new LockOwner(7, ID, START, "gpu-1", "results");
    try (var _ = store.folder(ID).lock(owner)) {
      String text = at(85).text(new TextRenderer(Integer.MAX_VALUE, false, false));
      assertThat(row(text, "gpu-1")).contains("evaluating").contains("4.5").doesNotContain("slow");
      assertThat(row(text, "gpu-2")).contains("idle since 2026-11-20 19:32").contains("4.00");
      assertThat(row(text, "gpu-3")).contains("lost since").contains("1.300");
      assertThat(text).contains("gpu-3 cuda:0 left: no answer");
      assertThat(text).contains("gpu-2 cuda:0 is slow: an evaluation takes 4.00× the median");
    }
  }

  @Test
  void csv_moreEvaluationsThanAnOverviewHas_countsThemAll() {
    for (int number = 6; number <= 105; number++) {
      var timedOnAFewShapes =
          new Evaluation(
              ExampleRun.measured(9, 9).outcome(),
              OptionalDouble.empty(),
              "digest " + number,
              0,
              1_000_000_000L,
              0,
              START.plusSeconds(10L * number),
              1,
              1);
      store.record(ID, ExampleRun.proposal(number, 1000L + number), timedOnAFewShapes);
    }
    assertThat(row(at(1200).csv(), "gpu-2")).contains(",101,");
  }

  @Test
  void csv_ofAKilledRun_hasEveryDevice() {
    assertThat(at(85).csv().lines().skip(1))
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("H200"))
        .anySatisfy(line -> assertThat(line).startsWith("0,gpu-1,cuda:0,H200,done"))
        .anySatisfy(line -> assertThat(line).startsWith("2,gpu-3,cuda:0,H200,lost"));
  }

  @Test
  void text_ofARunOfAMixedFleet_namesItsModelAndTheOthers() {
    store.begin(ExampleRun.run("gemm-20261121-080000", START));
    RunState state = RunState.of(store, ID, START.plusSeconds(1));
    String model = state.run().provenance().device().model();
    assertThat(
            new RunDevicesReport(
                    state,
                    store.pagedHistory(ID),
                    List.of(store.run("gemm-20261121-080000")),
                    ZoneOffset.UTC)
                .text(TextRenderer.PLAIN))
        .contains("Run " + ID + " on " + model)
        .contains(
            "Run gemm-20261121-080000 of the same fleet, on " + model,
            "fleet show gemm-20261121-080000");
  }

  @Test
  void drift_onSeveralDevices_namesTheDeviceOfEachCheck() {
    device(0, "gpu-1", 1);
    store.events(ID).driftCheck(new DriftCheck(0, 7, START, 1.1, false, Duration.ZERO), List.of());
    device(1, "gpu-2", 1.01);
    store.events(ID).driftCheck(new DriftCheck(1, 9, START, 1.2, false, Duration.ZERO), List.of());
    assertThat(RunFacts.drift(store.history(ID)).orElseThrow())
        .contains("7 on cuda:0 of gpu-1: 1.100, 9 on cuda:0 of gpu-2: 1.200");
  }
}
