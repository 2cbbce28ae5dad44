package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SanitizeCommandIT {

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void assumeSanitizer() {
    Saxpy.assumeCompiler();
    assumeTrue(Backend.named("cpu").sanitizer().isPresent(), "the C compiler has no sanitizers");
  }

  private Execution sanitize(Path kernel, String... more) {
    var arguments = new String[more.length + 6];
    System.arraycopy(more, 0, arguments, 6, more.length);
    arguments[0] = "sanitize";
    arguments[1] = kernel.toString();
    arguments[2] = "--device";
    arguments[3] = "cpu";
    arguments[4] = "--results";
    arguments[5] = folder.resolve("results").toString();
    return Execution.of(arguments);
  }

  @Test
  void sanitize_ofAKernelsFolder_watchesItsDefaultOnTheSmallestShape() throws IOException {
    Execution clean = sanitize(Saxpy.folder());
    assertThat(clean.code()).as(clean.err()).isZero();
    assertThat(clean.out())
        .contains("on shape ragged", "No findings.", "Again:  ./evo sanitize ")
        .contains(" --shape ragged --results ");
  }

  @Test
  void sanitize_ofAKernelThatOverflows_saysWhere() throws IOException {
    Path kernel = Saxpy.copyTo(folder.resolve("saxpy"));
    Path source = kernel.resolve("saxpy.c");
    Files.writeString(
        source,
        Files.readString(source)
            .replace("if (WAY == wrong)", "sink = INT32_MAX; sink = sink + 1; if (WAY == wrong)"));
    Execution found = sanitize(kernel, "--shape", "small");
    assertThat(found.code()).as(found.err()).isEqualTo(1);
    assertThat(found.out()).contains("on shape small", "signed integer overflow", "Details: ");
    assertThat(folder.resolve("results/sanitizer/saxpy")).isNotEmptyDirectory();
    assertThat(sanitize(kernel, "--shape", "small", "--format", "json").out())
        .startsWith("{")
        .contains("\"found\" : true", "signed integer overflow", "\"shape\" : \"small\"");
  }

  @Test
  void sanitize_ofNothing_saysWhatACandidateIs() {
    Execution nothing = sanitize(folder.resolve("none"));
    assertThat(nothing.code()).isEqualTo(2);
    assertThat(nothing.err()).contains("is neither a folder with a kernel.yaml nor a run");
  }

  @Tag("full")
  @Test
  void sanitize_ofACandidateOfARun_takesAShapeOfTheRun() throws IOException {
    Workspace workspace = Workspace.in(folder);
    Path kernel = workspace.kernel();
    workspace.edit(kernel, "type: f32, dimensions", "type: T, dimensions");
    workspace.edit(kernel, "relative: 1e-5}}", "relative: 1e-5}, f64: {absolute: 0, relative: 0}}");
    workspace.edit(kernel, "{N: 4096}", "{N: 4096, T: f32}");
    workspace.edit(kernel, "{N: 1003}", "{N: 1003, T: f64}");
    workspace.edit(
        kernel,
        "backends:\n",
        """
        facts: {T: [f32, f64]}
        macros:
          ELEMENT: 'T == "f64" ? "double" : "float"'
        default_shapes: [all]
        backends:
        """);
    for (String source : List.of("saxpy.c", "reference.c")) {
      workspace.edit(kernel.resolveSibling(source), "float *", "ELEMENT *");
    }
    workspace.edit(kernel.resolveSibling("reference.c"), "(float)(", "(ELEMENT)(");
    workspace.append("budget: {evaluations: 1}\nshapes: ['T == \"f64\"']\n");
    assertThat(workspace.run().err()).isEmpty();
    String results = workspace.results().toString();
    assertThat(Execution.of("sanitize", "latest/1", "--results", results).out())
        .contains("on shape ragged (N=1003 T=f64)");
  }
}
