package dev.evokernel.seeding;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NearestResultsTest {

  private static final Configuration A = ExampleRun.configuration(16, "row");
  private static final Configuration B = ExampleRun.configuration(32, "row");
  private static final Configuration C = ExampleRun.configuration(64, "column");

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Shape shape(String name, long size) {
    return new Shape(name, Map.of("N", size));
  }

  private void run(
      String id, String model, String architecture, Shape shape, Configuration... best) {
    RunRecord example = ExampleRun.run(id, ExampleRun.START);
    Subject subject = example.subject();
    Provenance provenance = example.provenance();
    store.begin(
        new RunRecord(
            id,
            Altered.of(
                subject,
                "workloads",
                List.of(new Workload(shape, 1, 1)),
                "arithmetic",
                Optional.empty(),
                "macros",
                WrittenMacros.NONE),
            Altered.of(
                provenance,
                "device",
                new DeviceIdentity("cpu", model, "1"),
                "architecture",
                Optional.of(architecture)),
            "",
            1,
            Objective.DEFAULT,
            ExampleRun.START));
    for (int i = 0; i < best.length; i++) {
      var measured =
          new Measured(
              List.of(
                  new Measurement(
                      shape.name(), ExampleRun.samples(1000.0 * (i + 1), i), 1, List.of())));
      store.record(
          id,
          new Proposal(i + 1, 0, "random", best[i]),
          Examples.ended(measured, OptionalDouble.of(1), "", 0, 0, ExampleRun.START));
    }
  }

  private List<InitialConfiguration> configurations(Shape... shapes) {
    return new NearestResults("gemm", "cpu", "here", Optional.of("sm_90"), List.of(shapes))
        .in(store)
        .configurations();
  }

  @Test
  void configurations_ofAnEmptyLeaderboard_areNone() {
    assertThat(configurations(shape("small", 64))).isEmpty();
  }

  @Test
  void configurations_comeFromTheNearestFirst_eachOnce() {
    run("gemm-20261120-193201", "elsewhere", "sm_80", shape("small", 128), C);
    run("gemm-20261120-193202", "sibling", "sm_90", shape("small", 64), B, A);
    run("gemm-20261120-193203", "here", "sm_90", shape("wide", 512), A);
    assertThat(configurations(shape("small", 64)))
        .containsExactly(
            new InitialConfiguration(
                B, "leaderboard: gemm-20261120-193202/1 on sibling, small, distance 1.0"),
            new InitialConfiguration(
                A, "leaderboard: gemm-20261120-193202/2 on sibling, small, distance 1.0"),
            new InitialConfiguration(
                C, "leaderboard: gemm-20261120-193201/1 on elsewhere, small, distance 3.0"));
  }

  @Test
  void configurations_ofSeveralShapes_areChosenInTurn() {
    run("gemm-20261120-193204", "here", "sm_90", shape("small", 64), A, B);
    run("gemm-20261120-193205", "here", "sm_90", shape("large", 8192), C, B);
    assertThat(configurations(shape("small", 64), shape("large", 8192)))
        .extracting(InitialConfiguration::configuration)
        .containsExactly(A, C, B);
  }

  @Test
  void configurations_ofAnotherBackendOrOtherDimensions_areNotCompared() {
    run("gemm-20261120-193204", "here", "sm_90", shape("small", 64), A);
    assertThat(
            new NearestResults(
                    "gemm", "cuda", "here", Optional.empty(), List.of(shape("small", 64)))
                .in(store)
                .configurations())
        .isEmpty();
    assertThat(configurations(new Shape("small", Map.of("M", 64L)))).isEmpty();
  }
}
