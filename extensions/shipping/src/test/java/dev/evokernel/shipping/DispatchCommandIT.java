package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import module java.base;

import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * One run of a kernel with a configuration for short vectors and one for long, each many times as
 * fast as the other there, and then the rule that tells them apart.
 */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DispatchCommandIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final long BOUNDARY = 5000;

  @TempDir private static Path folder = Path.of("");
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeAll
  void run() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 3}\n");
    workspace.edit(workspace.job(), "search: {", "search: {for: portfolio, ");
    Path kernel = workspace.kernel();
    workspace.edit(
        kernel, "BLOCK: [16, 32, 64, 128, 256]", "SUITS: [none, few, many]\n      BLOCK: [64]");
    workspace.edit(kernel, "UNROLL: [1, 2, 4, 8]", "UNROLL: [1]");
    workspace.edit(kernel, "PASSES: [1, 4]", "PASSES: [1]");
    workspace.edit(kernel, "[plain, wrong, segfault, endless, broken]", "[plain]");
    workspace.edit(
        kernel,
        "{BLOCK: 64, UNROLL: 1, PASSES: 4",
        "{SUITS: none, BLOCK: 64, UNROLL: 1, PASSES: 1");
    workspace.edit(
        kernel, "WAY == \"plain\" or BLOCK == 64 and UNROLL == 1 and PASSES == 1", "BLOCK == 64");
    workspace.edit(kernel, "small: {N: 4096}", "large: {N: 40000}");
    workspace.edit(
        kernel,
        "      ragged: {N: 1003}\n",
        "      ragged: {N: 1003}\n    ranges: {N: 500..64000, where: N % 2 == 0}\n");
    Path source = folder.resolve("saxpy/saxpy.c");
    workspace.edit(source, "broken };", "broken, none, few, many };");
    workspace.edit(
        source,
        "pass < PASSES;",
        "pass < (SUITS == (n <= %d ? few : many) ? 1 : 20);".formatted(BOUNDARY));
    Execution run = workspace.run();
    assertThat(run.code()).as(run.err()).isIn(Execution.FINISHED);
    assumeThat(Dispatch.candidates(workspace.history()))
        .as("a set of configurations, which no run accepts on a busy machine")
        .hasSizeGreaterThan(1);
  }

  private Execution dispatch(String... more) {
    return dispatchOn("6", "14", more);
  }

  private Execution dispatchOn(String shapes, String training, String... more) {
    var arguments =
        new ArrayList<>(List.of("dispatch", "latest", "--results", workspace.results().toString()));
    arguments.addAll(List.of("--shapes", shapes, "--training", training));
    arguments.addAll(List.of(more));
    return Execution.of(arguments.toArray(String[]::new));
  }

  private Path file() {
    return workspace.results().resolve(workspace.history().run().id()).resolve(DispatchFile.NAME);
  }

  private Dispatch dispatch(RunHistory history) {
    Path runFolder = workspace.results().resolve(history.run().id());
    return Dispatch.of(
            history, KernelReader.read(runFolder.resolve("kernel/saxpy"), "cpu"), runFolder)
        .orElseThrow();
  }

  private static String servedBy(Dispatch dispatch, long n) {
    DispatchRule.Leaf leaf =
        dispatch.rule().at(dispatch.features().frame(new Shape("any", Map.of("N", n))));
    return dispatch.candidates().get(leaf.configuration()).configuration().toString();
  }

  @Test
  void dispatch_ofAPortfolio_learnsMeasuresKeepsAndGoesOn() throws IOException {
    Dispatch before = dispatch(workspace.history());
    assertThat(before.drawn()).isEmpty();
    assertThat(before.declared()).hasSize(2);

    Execution first = dispatch("--format", "json");
    assertThat(first.code()).as(first.err()).isZero();
    JsonNode json = JSON.readTree(first.out());
    assertThat(json.path("rule").path("feature").asString()).isEqualTo("N");
    assertThat(json.path("rule").path("at_most").asLong()).isBetween(2000L, 12_000L);
    assertThat(json.path("shapes").size()).isEqualTo(6);
    assertThat(json.path("rule_on_unseen").path("among_the_best").asDouble()).isGreaterThan(0.8);
    assertThat(json.path("single_configuration").path("greatest_loss").asDouble()).isGreaterThan(3);
    assertThat(json.path("shapes"))
        .allSatisfy(one -> assertThat(one.path("shape").path("N").asLong() % 2).isZero());

    Dispatch kept = dispatch(workspace.history());
    assertThat(kept.drawn()).hasSize(14);
    assertThat(servedBy(kept, 600)).contains("SUITS=few");
    assertThat(servedBy(kept, 60_000)).contains("SUITS=many");

    // The same again finds everything, and one that lost the end measures that alone.
    assertThat(dispatch("--format", "csv").err()).isEmpty();
    JsonNode whole = JSON.readTree(file().toFile());
    ArrayNode shapes = (ArrayNode) whole.path("shapes");
    while (shapes.size() > 17) {
      shapes.remove(shapes.size() - 1);
    }
    Files.writeString(file(), JSON.writeValueAsString(whole));
    Execution rest = dispatch();
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(rest.err())
        .contains(
            "for 3 drawn shapes; 17 were measured before", "measuring unseen shapes 1 to 3 of 3");
    assertThat(rest.out())
        .contains("if N <= ", "On 6 unseen shapes", "learnt from 2 declared and 14 drawn shapes");
  }

  /** Leaves nothing that another test would go on with. */
  @Test
  void dispatch_onAFewShapes_measuresAndKeepsThem() throws IOException {
    Execution few = dispatchOn("2", "4", "--format", "json");
    assertThat(few.code()).as(few.err()).isZero();
    assertThat(JSON.readTree(few.out()).path("shapes").size()).isEqualTo(2);
    assertThat(dispatch(workspace.history()).drawn()).hasSize(4);
    Files.delete(file());
  }

  @Test
  void dispatch_badRange_namesItAndAWayOut() {
    Execution unknown = dispatch("--range", "M=1..8");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("--range M=1..8", "no dimension and no fact 'M'", "Maybe 'N'?");

    Execution empty = dispatch("--range", "N=8..1");
    assertThat(empty.code()).isEqualTo(2);
    assertThat(empty.err()).contains("'8..1' is empty", "For example --range S=64..8192");

    Execution none = dispatch("--range", "N=7");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err())
        .contains(
            "kernel.yaml:",
            "'N: [7], where: N % 2 == 0' contain no measurable shape",
            "'where' holds for none");

    Execution large = dispatch("--range", "N=100000000000000");
    assertThat(large.code()).isEqualTo(2);
    assertThat(large.err()).contains("contain no measurable shape");
  }
}
