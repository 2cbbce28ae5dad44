package dev.evokernel.store;

import static dev.evokernel.store.ExampleRun.ID;
import static dev.evokernel.store.ExampleRun.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.store.StoredBaseline.BaselineSession;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredTablesTest {

  private static final List<BaselineReading> READINGS =
      List.of(
          BaselineReading.measured(
              "openblas",
              "OpenBLAS 0.3.21",
              new Measurement(
                  "small",
                  ExampleRun.samples(50_000, 3),
                  7,
                  List.of(
                      new OutputComparison(
                          "C", 9, 1, 1, 3, Double.NaN, 1, Double.POSITIVE_INFINITY)))),
          BaselineReading.refused("openblas", "ragged", "OpenBLAS 0.3.21", "59 is odd"));

  @TempDir Path folder;
  private ResultStore store;

  @BeforeEach
  void open() {
    store = ResultStore.open(folder.resolve("evo.db"));
    store.begin(ExampleRun.run());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static BaselineSession session(int day) {
    Provenance where = ExampleRun.run().provenance();
    return new BaselineSession(
        "gemm", "cpu", where.device(), "builder", "0.1.0", START.plusSeconds(86_400L * day));
  }

  private static List<Workload> workloads() {
    return ExampleRun.run().subject().workloads();
  }

  @Test
  void history_ofARunWithBaselines_hasThemAsTheyWere() {
    store.recordBaselines(ID, session(0), workloads(), READINGS.subList(0, 1));
    store.recordBaselines(ID, session(0), workloads(), READINGS);

    assertThat(store.history(ID).baselines()).isEqualTo(READINGS);
  }

  @Test
  void baselines_ofAKernelAndDevice_areTheLatestFirst() {
    List<Workload> cold = ExampleRun.cold("gemm-20261121-090000", START).subject().workloads();
    store.recordBaselines(session(1), cold, READINGS.subList(1, 2));
    store.recordBaselines(ID, session(2), workloads(), READINGS.subList(0, 1));

    List<StoredBaseline> stored = store.baselines("gemm", session(1).device().model());

    assertThat(stored)
        .containsExactly(
            new StoredBaseline(session(2), workloads().getFirst(), READINGS.getFirst()),
            new StoredBaseline(session(1), cold.getLast(), READINGS.getLast()));
    assertThat(store.baselines("gemm", "another")).isEmpty();
    assertThat(store.baselines("attention", session(1).device().model())).isEmpty();
  }
}
