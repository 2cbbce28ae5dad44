package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With real probes, small ones: on structure and recorded facts, never on speed. */
final class RooflineCommandIT {

  @TempDir private Path folder;

  @Tag("full")
  @Test
  void roofline_onAProcessor_measuresOnceAndTellsEveryShapesLimit() throws IOException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    Execution first = roofline(workspace, "--copy", "1MiB");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.err()).contains("measuring: memory bandwidth");
    assertThat(first.out())
        .contains("Measured limits", "f32 multiply and add", "not measured", "--measure");

    Execution again = roofline(workspace, "--format", "json");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.err()).doesNotContain("measuring");
    JsonNode json = JsonMapper.builder().build().readTree(again.out());
    assertThat(json.get("arithmetic").asString()).isEqualTo("f32");
    assertThat(json.get("limits").size()).isEqualTo(5);
    for (JsonNode shape : json.get("shapes")) {
      double limit = shape.get("limit_ns").asDouble();
      assertThat(limit)
          .isPositive()
          .isEqualTo(
              Math.max(
                  shape.get("compute_ns").asDouble(),
                  Math.max(shape.get("memory_ns").asDouble(), shape.get("launch_ns").asDouble())));
    }
    Execution doctor = Execution.of("doctor", "--results", workspace.results().toString());
    assertThat(doctor.out()).containsPattern("ok +limits of cpu +measured ");
  }

  @Test
  void seeds_ofAKernelThatSaysNothingOfThreadsOrTiles_areRefusedWithAWayOut() throws IOException {
    Saxpy.assumeCompiler();
    Execution seeds = roofline(Workspace.in(folder), "--seeds", "4");
    assertThat(seeds.code()).isEqualTo(2);
    assertThat(seeds.err()).contains("named THREADS, and TILE_D or BLOCK_D");
  }

  @Test
  void copy_thatIsNoSize_isRefused() throws IOException {
    Execution seeds = roofline(Workspace.in(folder), "--copy", "much");
    assertThat(seeds.code()).isEqualTo(2);
    assertThat(seeds.err()).contains("Invalid size 'much'");
  }

  @Test
  void doctor_withoutLimits_saysHowToMeasureThem() {
    Execution doctor = Execution.of("doctor", "--results", folder.toString());
    assertThat(doctor.out()).contains("./evo roofline KERNEL --device cpu");
  }

  private static Execution roofline(Workspace workspace, String... more) {
    return workspace.evo("roofline " + workspace.folder() + "/saxpy --device cpu", more);
  }
}
