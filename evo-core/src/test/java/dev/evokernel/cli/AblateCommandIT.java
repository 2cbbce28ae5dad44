package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One run of a kernel with pathologies, then ablations of it. The margins are wide. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AblateCommandIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static final String PATHOLOGIES =
      """
          pathologies:
            - {name: repeated, macro: ABLATE_REPEATED, suspects: work done once}
            - {name: wrong, macro: ABLATE_WRONG, suspects: nothing but the gate}
            - {name: idle, macro: ABLATE_IDLE, suspects: nothing}
            - {name: broken, set: {WAY: broken, BLOCK: 64, UNROLL: 1, PASSES: 1}, suspects: the compiler}
            - {name: forbidden, set: {WAY: wrong, UNROLL: 8}, suspects: the constraints}
            - {name: same, set: {WAY: plain}, suspects: nothing}
      """;

  @TempDir private static Path folder = Path.of("");
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeAll
  void run() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    workspace.append("shapes: [small]\n");
    workspace.edit(workspace.kernel(), "    shapes:\n", PATHOLOGIES + "    shapes:\n");
    Path source = folder.resolve("saxpy/saxpy.c");
    workspace.edit(
        source,
        "  for (int pass = 0; pass < PASSES; pass++) {",
        """
        #ifdef ABLATE_REPEATED
          for (int again = 0; again < 30; again++)
        #endif
          for (int pass = 0; pass < PASSES; pass++) {\
        """);
    workspace.edit(
        source,
        "  if (WAY == wrong)",
        """
        #ifdef ABLATE_WRONG
          out[0] += 1;
        #endif
        #ifdef ABLATE_IDLE
        #endif
          if (WAY == wrong)\
        """);
    Execution run = workspace.run("--evaluations", "2");
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
  }

  private Execution ablate(String candidate, String... more) {
    return workspace.evo("ablate " + candidate + " --margin 90%", more);
  }

  @Test
  void ablate_ofACandidate_measuresEachAndKeepsTheReportBesideIt() throws IOException {
    Execution ablated = ablate("latest/1", "--processes", "2", "--format", "json");
    assertThat(ablated.code()).as(ablated.out() + ablated.err()).isZero();
    JsonNode json = JSON.readTree(ablated.out());
    Map<String, String> verdicts = new HashMap<>();
    json.get("pathologies")
        .forEach(one -> verdicts.put(one.get("name").asString(), one.get("verdict").asString()));
    assertThat(verdicts)
        .containsEntry("repeated", "slower")
        .containsEntry("wrong", "wrong")
        .containsEntry("idle", "not applicable")
        .containsEntry("broken", "compile-error")
        .containsEntry("forbidden", "not applicable")
        .containsEntry("same", "not applicable");
    assertThat(json.get("pathologies").get(0).get("name").asString()).isEqualTo("repeated");
    assertThat(json.get("findings").toString())
        .contains("depends on work done once", "leaves the binary as it is")
        .contains("each fault is there once", "has WAY=plain already");

    Path run = workspace.results().resolve(workspace.history().run().id());
    assertThat(Files.readString(run.resolve("ablation-1.json"))).isEqualTo(ablated.out());
    assertThat(Files.readString(run.resolve("ablation-1.md"))).contains("| 1 | repeated |");
    assertThat(Execution.of("show", "latest/1", "--results", workspace.results().toString()).out())
        .containsSubsequence("Ablation, ", "ablation-1.md", "depends on work done once");
  }

  @Test
  void ablate_ofOnePathology_measuresIt() {
    Execution ablated =
        ablate("latest/1", "--only", "repeated", "--processes", "2", "--format", "json");
    assertThat(ablated.code()).as(ablated.out() + ablated.err()).isZero();
    JsonNode pathologies = JSON.readTree(ablated.out()).get("pathologies");
    assertThat(pathologies).hasSize(1);
    assertThat(pathologies.get(0).get("verdict").asString()).isEqualTo("slower");
  }

  @Test
  void ablate_ofAFolderWithoutTime_measuresNothingAndSaysSo() {
    Execution ablated =
        ablate(
            workspace.folder().resolve("saxpy").toString(),
            "--device",
            "cpu",
            "--only",
            "repeated",
            "--wall",
            "0s");
    assertThat(ablated.code()).as(ablated.err()).isZero();
    assertThat(ablated.out()).contains("not measured", "Allow more time with --wall");
    assertThat(ablated.err()).doesNotContain("Saved as");
  }

  @Test
  void ablate_ofBadInput_isOneClearMessage() {
    refused(
        ablate("latest/1", "--only", "repeatet"), "no pathology 'repeatet'", "Maybe 'repeated'");
    refused(ablate("latest/99"), "has no candidate 99");
    refused(ablate("nothing"), "neither a folder", "nor a run or RUN/NUMBER");
    refused(ablate("latest/1", "--wall", "soon"), "Invalid duration 'soon'");
    refused(
        Execution.of("ablate", Saxpy.folder().toString(), "--device", "cpu"),
        "lists no pathologies for the backend 'cpu'",
        "docs/kernel.md");
  }

  @Test
  void profile_onACpu_isRefusedWithAWayOut() {
    refused(
        Execution.of("profile", "latest/1", "--results", workspace.results().toString()),
        "launches on GPUs only",
        "evo ablate");
    refused(
        Execution.of("profile", Saxpy.folder().toString(), "--device", "cpu", "--shape", "smal"),
        "no shape 'smal'");
  }

  private static void refused(Execution execution, String... saying) {
    assertThat(execution.err()).contains(saying).doesNotContain("a bug in evo");
    assertThat(execution.code()).isEqualTo(2);
  }
}
