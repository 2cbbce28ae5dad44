package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kernel whose length and element type are compiled in, from the job to the files. */
@Tag("full")
final class ShapeMacrosRunIT {

  @TempDir Path folder;
  private Workspace workspace = new Workspace(Path.of(""));

  @BeforeEach
  void kernel() throws IOException {
    Saxpy.assumeCompiler();
    workspace = Workspace.in(folder);
    Path sources = folder.resolve("saxpy");
    workspace.edit(sources.resolve("saxpy.c"), "float *", "ELEMENT *");
    workspace.edit(sources.resolve("saxpy.c"), "from < n;", "from < COUNT;");
    workspace.edit(sources.resolve("reference.c"), "float *", "ELEMENT *");
    workspace.edit(sources.resolve("reference.c"), "(float)(", "(ELEMENT)(");
    Path kernel = workspace.kernel();
    workspace.edit(kernel, "type: f32, dimensions", "type: T, dimensions");
    workspace.edit(kernel, "relative: 1e-5}}", "relative: 1e-5}, f64: {absolute: 0, relative: 0}}");
    workspace.edit(kernel, "bytes: 12 * N", "bytes: 3 * T.bytes * N");
    workspace.edit(kernel, "{N: 4096}", "{N: 4096, T: f32}");
    workspace.edit(kernel, "{N: 1003}", "{N: 1003, T: f64}");
    workspace.edit(
        kernel,
        "backends:\n",
        """
        facts: {T: [f32, f64]}
        macros:
          COUNT: N
          ELEMENT: 'T == "f64" ? "double" : "float"'
        default_shapes: [all]
        backends:
        """);
  }

  @Test
  void run_ofSeveralBinariesThatGoesOn_saysWhatEachShapeAdds() throws IOException {
    workspace.append("budget: {evaluations: 3}\n");
    Execution first = workspace.run();
    assertThat(first.err()).isEmpty();
    assertThat(workspace.failures()).isEmpty();
    List<Candidate> before = workspace.history().candidates();
    assertThat(before).hasSize(3);

    String results = workspace.results().toString();
    Execution second = workspace.resume("--evaluations", "5");
    assertThat(second.err()).isEmpty();
    RunHistory history = workspace.history();
    assertThat(history.candidates()).startsWith(before.toArray(Candidate[]::new)).hasSize(5);

    Path files = workspace.results().resolve(history.run().id());
    assertThat(Files.readString(files.resolve("champion.h")))
        .contains(" * on small: -DCOUNT=4096 -DELEMENT=float\n")
        .contains(" * on ragged: -DCOUNT=1003 -DELEMENT=double\n");
    assertThat(Execution.of("show", "latest/1", "--results", results).out())
        .contains("-DCOUNT=4096 -DELEMENT=float", "Shape ragged (N=1003 T=f64)");
    assertThat(Execution.of("leaderboard", "--results", results).out())
        .contains("saxpy · ragged (N=1003 T=f64)");
  }

  @Test
  void run_ofShapesThatAConditionPicks_compilesForThemAndFindsBinariesInTheCache()
      throws IOException {
    workspace.append("budget: {evaluations: 1}\n");
    assertThat(workspace.run().err()).isEmpty();
    workspace.edit(workspace.kernel(), "default_shapes: [all]", "default_shapes: [small]");
    workspace.append("shapes: ['T == \"f64\"']\n");
    assertThat(workspace.run().err()).isEmpty();
    RunHistory history = workspace.history();
    assertThat(history.run().subject().shapes()).containsExactly("ragged");
    Evaluation ofDefault = history.defaultCandidate().flatMap(Candidate::evaluation).orElseThrow();
    assertThat(ofDefault.compileNanos()).isZero();
  }
}
