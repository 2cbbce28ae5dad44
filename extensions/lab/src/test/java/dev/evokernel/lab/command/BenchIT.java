package dev.evokernel.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @BeforeEach
  void assumeCompiler() {
    Saxpy.assumeCompiler();
  }

  private static Execution bench(String what, String... more) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("bench", what, Saxpy.folder().toString()));
    arguments.addAll(List.of("--device", "cpu", "--format", "json"));
    arguments.addAll(List.of(more));
    return Execution.of(arguments.toArray(String[]::new));
  }

  @Test
  @Tag("nightly")
  void throughput_ofAFewEvaluations_evaluatesTheSameThreeTimesAndFillsTheCacheOnce() {
    Execution bench = bench("throughput", "--evaluations", "6", "--serial-evaluations", "3");
    assertThat(bench.code()).as(bench.err()).isZero();
    JsonNode json = JSON.readTree(bench.out());
    JsonNode modes = json.get("modes");
    assertThat(modes.get(0).get("evaluations").asInt()).isEqualTo(6);
    assertThat(modes.get(0).get("compiled").asInt()).isEqualTo(6);
    assertThat(modes.get(1).get("evaluations").asInt()).isEqualTo(6);
    assertThat(modes.get(1).get("cached").asInt() + modes.get(1).get("compiled").asInt())
        .isEqualTo(6);
    assertThat(modes.get(1).get("cached").asInt()).isPositive();
    assertThat(modes.get(2).get("evaluations").asInt()).isEqualTo(3);
    assertThat(modes.get(2).get("compile_workers").asInt()).isEqualTo(1);
    assertThat(modes.get(2).get("cached").asInt()).isZero();
    for (JsonNode mode : modes) {
      assertThat(mode.get("device_seconds").get("timing").asDouble()).isPositive();
      assertThat(mode.get("device_busy").asDouble()).isBetween(0.0, 1.0);
    }
    assertThat(json.get("command").asString())
        .startsWith("./evo bench throughput")
        .endsWith("--device cpu --seed 42 --evaluations 6 --serial-evaluations 3");
  }

  @Test
  void disturbance_ofAFewRounds_comparesEveryShape() {
    Execution bench = bench("disturbance", "--rounds", "5", "--workers", "1", "--niceness", "5");
    assertThat(bench.code()).as(bench.err()).isZero();
    JsonNode json = JSON.readTree(bench.out());
    assertThat(json.get("compilations").asInt()).isGreaterThanOrEqualTo(5);
    assertThat(json.get("shapes").size()).isEqualTo(2);
    JsonNode ratio = json.get("shapes").get(0).get("p50_ratio");
    assertThat(ratio.get("low").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(ratio.get("high").asDouble());
    assertThat(json.get("command").asString())
        .endsWith("--seed 42 --rounds 5 --workers 1 --niceness 5");
  }

  @Test
  void sampling_ofTwoRepetitions_comparesTheWaysAndRaces() {
    Execution bench =
        bench("sampling", "--shapes", "small", "--repetitions", "2", "--candidates", "2");
    assertThat(bench.code()).as(bench.err()).isZero();
    JsonNode json = JSON.readTree(bench.out());
    assertThat(json.get("ways").valueStream().map(way -> way.get("way").asString()))
        .contains("error 0.4 % (default)", "count 10", "error, cold cache");
    for (JsonNode way : json.get("ways")) {
      assertThat(way.get("cost_ns").asDouble()).isPositive();
      assertThat(way.get("shapes").size()).isEqualTo(1);
      assertThat(way.get("shapes").get(0).get("p50_ns").asDouble()).isPositive();
    }
    assertThat(json.get("racing").get("candidates").asInt()).isEqualTo(2);
    assertThat(json.get("racing").get("raced_samples").asLong()).isPositive();
    assertThat(json.get("command").asString()).endsWith("--repetitions 2 --candidates 2");
  }

  @Test
  void bench_ofWhatCannotBe_saysSo() {
    assertThat(bench("disturbance", "--rounds", "2").err())
        .contains("--rounds must be ≥ 5, was 2.");
    assertThat(bench("disturbance", "--niceness", "20").err()).contains("0 to 19");
    assertThat(bench("sampling", "--repetitions", "1").err())
        .contains("--repetitions must be ≥ 2, was 1.");
    assertThat(bench("sampling", "--candidates", "-1").err())
        .contains("--candidates must be ≥ 0, was -1.");
    assertThat(bench("throughput", "--evaluations", "0").err())
        .contains("--evaluations must be ≥ 1, was 0.");
    Execution nowhere = Execution.of("bench", "throughput", "nowhere");
    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err()).contains("nowhere");
  }
}
