package dev.evokernel.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProblemAgreementTest {

  private static final List<String> SHAPES = List.of("small", "ragged");

  @TempDir Path folder;
  private Path copy = Path.of("");

  @BeforeEach
  void copy() throws IOException {
    copy = Saxpy.copyTo(folder.resolve("saxpy"));
  }

  private Optional<String> differenceAfter(String file, String old, String replacement)
      throws IOException {
    Path edited = copy.resolve(file);
    String text = Files.readString(edited);
    assertThat(text).contains(old);
    Files.writeString(edited, text.replace(old, replacement));
    Kernel other = KernelReader.read(copy, "cpu");
    return ProblemAgreement.difference(Saxpy.read(), other, SHAPES);
  }

  @Test
  void difference_ofACopy_isNone() throws IOException {
    assertThat(differenceAfter("saxpy.c", "PASSES computes", "PASSES calculates")).isEmpty();
  }

  @Test
  void difference_ofCopiesWhoseInputsACommandMakes_isThatOfTheirScripts() throws IOException {
    Path other = Saxpy.copyTo(folder.resolve("other"));
    for (Path one : List.of(copy, other)) {
      Files.writeString(one.resolve("make.sh"), "exit 1");
      Path yaml = one.resolve("kernel.yaml");
      String text = Files.readString(yaml);
      String filled =
          text.replaceFirst(
              "(name: x, type: f32, dimensions: \\[N])[^}]*}",
              "$1, fill: {command: [sh, make.sh]}}");
      assertThat(filled).isNotEqualTo(text);
      Files.writeString(yaml, filled);
    }
    Kernel first = KernelReader.read(copy, "cpu");
    Kernel second = KernelReader.read(other, "cpu");
    assertThat(ProblemAgreement.difference(first, second, SHAPES)).isEmpty();
    Files.writeString(other.resolve("make.sh"), "exit 2");
    assertThat(ProblemAgreement.difference(first, second, SHAPES))
        .hasValueSatisfying(said -> assertThat(said).contains("'x', is not the same in both"));
  }

  @Test
  void difference_ofWhatCanBeTuned_doesNotCount() throws IOException {
    assertThat(differenceAfter("kernel.yaml", "UNROLL: [1, 2, 4, 8]", "UNROLL: [1, 2]")).isEmpty();
  }

  @Test
  void difference_ofScratchMemoryAndTensorMaps_doesNotCount() {
    Kernel gemm = KernelReader.read(Path.of("..", "kernels", "gemm"), "cuda");
    Kernel scratch = gemm.variants().find("ampere").orElseThrow().kernel();
    Kernel maps = gemm.variants().find("hopper").orElseThrow().kernel();

    assertThat(ProblemAgreement.difference(scratch, maps, List.of("cube_1024", "cube_4096")))
        .isEmpty();
    assertThat(ProblemAgreement.difference(gemm, maps, List.of("ragged"))).isEmpty();
  }

  @Test
  void difference_ofAShape_isNamed() throws IOException {
    assertThat(differenceAfter("kernel.yaml", "small: {N: 4096}", "small: {N: 4097}"))
        .hasValueSatisfying(said -> assertThat(said).contains("small (N=4096)", "N=4097"));
  }

  @Test
  void difference_ofAShapeThatDoesNotCount_isNone() throws IOException {
    assertThat(differenceAfter("kernel.yaml", "small: {N: 4096}", "large: {N: 4096}"))
        .hasValue("only one has the shape 'small'");
    assertThat(
            ProblemAgreement.difference(
                Saxpy.read(), KernelReader.read(copy, "cpu"), List.of("ragged")))
        .isEmpty();
  }

  @Test
  void difference_ofAnArgument_isNamed() throws IOException {
    assertThat(
            differenceAfter(
                "kernel.yaml",
                "{name: y, type: f32, dimensions: [N]",
                "{name: y, type: f32, dimensions: [N + 1]"))
        .hasValue("argument 2, 'y', is not the same in both");
  }

  @Test
  void difference_ofTolerances_isNamed() throws IOException {
    assertThat(differenceAfter("kernel.yaml", "absolute: 1e-5", "absolute: 1e-2"))
        .hasValue("their tolerances differ");
  }

  @Test
  void difference_ofTheReference_isNamed() throws IOException {
    Files.writeString(copy.resolve("reference.c"), "/* another */\n", StandardOpenOption.APPEND);
    assertThat(ProblemAgreement.difference(Saxpy.read(), KernelReader.read(copy, "cpu"), SHAPES))
        .hasValue("their references differ");
  }
}
