package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.record.ExampleRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the Open Autotuning schema, T4, asks of a file of results. */
final class T4ResultsTest {

  private static final Set<String> INVALIDITIES =
      Set.of("timeout", "compile", "runtime", "correctness", "constraints", "correct");

  private static final List<String> TIMES =
      List.of("compilation_time", "framework", "search_algorithm", "validation");

  private static JsonNode t4(RunHistory history, Optional<String> shape) {
    return JsonMapper.builder().build().readTree(new T4Results(history, shape).json());
  }

  @Test
  void json_ofEveryOutcome_isWhatTheSchemaAsksFor() {
    for (Optional<String> shape : List.of(Optional.<String>empty(), Optional.of("small"))) {
      JsonNode file = t4(ExampleRun.history(), shape);
      assertThat(file.get("schema_version").asString()).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
      assertThat(file.get("metadata").isObject()).isTrue();
      assertThat(file.get("results").size()).isGreaterThan(2);
      file.get("results").forEach(T4ResultsTest::assertIsResult);
    }
  }

  private static void assertIsResult(JsonNode result) {
    assertThat(result.get("timestamp").isString()).isTrue();
    assertThat(result.get("configuration").isObject()).isTrue();
    assertThat(INVALIDITIES).contains(result.get("invalidity").asString());
    assertThat(result.get("correctness").isNumber()).isTrue();
    assertThat(result.get("objectives").isArray()).isTrue();
    JsonNode times = result.get("times");
    assertThat(times.get("runtimes").isArray()).isTrue();
    times.get("runtimes").forEach(one -> assertThat(one.isNumber()).isTrue());
    assertThat(TIMES)
        .allSatisfy(name -> assertThat(times.get(name).asDouble()).isGreaterThanOrEqualTo(0));
    for (JsonNode one : result.get("measurements")) {
      assertThat(one.get("name").isString()).isTrue();
      assertThat(one.get("unit").isString()).isTrue();
      assertThat(one.get("value").isNumber() || one.get("value").isString()).isTrue();
    }
  }

  @Test
  void json_validation_isWhatVerificationTookAndTheRestIsTheFramework(@TempDir Path folder) {
    try (var store = ResultStore.open(folder.resolve("evo.db"))) {
      store.begin(ExampleRun.run());
      Evaluation known = ExampleRun.measured(8, 8);
      store.record(
          ExampleRun.ID,
          ExampleRun.proposal(1, 64),
          new Evaluation(
              known.outcome(),
              known.objective(),
              known.digest(),
              7_000_000,
              900_000_000,
              300_000_000,
              known.finished(),
              known.device(),
              known.scale()));
      Candidate kept = store.candidates(ExampleRun.ID).getFirst();
      assertThat(kept.evaluation().orElseThrow().checkNanos()).isEqualTo(300_000_000);
      JsonNode times =
          t4(store.history(ExampleRun.ID), Optional.empty()).get("results").get(0).get("times");
      double runtimes = times.get("runtimes").valueStream().mapToDouble(JsonNode::asDouble).sum();
      assertThat(times.get("validation").asDouble()).isEqualTo(300);
      assertThat(times.get("framework").asDouble()).isEqualTo(600 - runtimes, within(1e-6));
    }
  }
}
