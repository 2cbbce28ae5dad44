package dev.evokernel.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ResultStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alone on the machine: a bench stops where the default becomes slower between two runs. */
@Tag("alone")
final class StabilityBenchIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void stability_killedAndBegunAgain_takesTheRunsThatAreThere(@TempDir Path folder)
      throws Exception {
    Saxpy.assumeCompiler();
    Path place = folder.resolve("runs");
    try (ChildEvo evo =
        ChildEvo.start(Workspace.in(folder), stability(place, "3").toArray(String[]::new))) {
      boolean chosen = evo.until(() -> evo.err().contains("run 1 of 2 chose"));
      assumeSteady(evo.err());
      assertThat(chosen).as("%s", evo.err()).isTrue();
      evo.kill();
    }
    Instant finished = finished(place);
    Execution again = Execution.of(stability(place, "3").toArray(String[]::new));
    assumeSteady(again.err());
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(finished(place)).isEqualTo(finished);
    JsonNode winners = JSON.readTree(again.out()).get("winners");
    assertThat(winners.valueStream().mapToInt(one -> one.get("runs").asInt()).sum()).isEqualTo(2);

    Execution other = Execution.of(stability(place, "4").toArray(String[]::new));
    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err())
        .contains(
            "runs of another search", "--evaluations 3", "--evaluations 4", "--results FOLDER");
  }

  /** A bench stops, and says so, on a machine that others made slower meanwhile. */
  private static void assumeSteady(String err) {
    if (err.contains("times as long as before")) {
      assertThat(err).contains("evo: In a fresh process").doesNotContain("bug");
      abort("This machine became slower meanwhile: " + err);
    }
  }

  private static List<String> stability(Path place, String evaluations) {
    var arguments = new ArrayList<>(List.of("bench", "stability", Saxpy.folder().toString()));
    arguments.addAll(List.of("--device", "cpu", "--format", "json", "--shapes", "small"));
    arguments.addAll(List.of("-n", "2", "--evaluations", evaluations));
    arguments.addAll(List.of("--results", place.toString()));
    return arguments;
  }

  /** When the first run was. */
  private static Instant finished(Path place) {
    try (ResultStore store = ResultStore.open(place.resolve("001").resolve("evo.db"))) {
      return store.runs().getFirst().finished().orElseThrow();
    }
  }
}
