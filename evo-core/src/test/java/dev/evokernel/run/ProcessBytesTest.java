package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessBytesTest {

  private static final String KERNEL =
      """
      summary: A product with weights
      arguments:
        - {name: W, type: f32, dimensions: [N]}
        - {name: x, type: f32, dimensions: [M], fill: FILL}
        - {name: y, type: f32, dimensions: [M], output: true}
      tolerances: {f32: {absolute: 0, relative: 0}}
      work: {flops: N, bytes: 8 * N}
      shapes:
        one: {M: 10, N: 1000}
        two: {M: 20, N: 1000}
        other: {M: 20, N: 2000}
      backends:
        cuda:
          sources: [weights.cu]
          entry: weights
          reference: {sources: [weights.cu], entry: weights}
          launch: {grid: [1], block: [BLOCK]}
          parameters: {BLOCK: [1, 2]}
          default: {BLOCK: 1}
        cpu:
          sources: [weights.cu]
          entry: weights
          reference: {sources: [weights.cu], entry: weights}
          parameters: {BLOCK: [1, 2]}
          default: {BLOCK: 1}
      """;

  @TempDir private Path folder;

  private long numbers(String backend, String fill, String... shapes) throws IOException {
    Files.writeString(folder.resolve("weights.cu"), "");
    Files.writeString(folder.resolve("make.py"), "def inputs(M): return {}\n");
    Files.writeString(folder.resolve("kernel.yaml"), KERNEL.replace("FILL", fill));
    Kernel kernel = KernelReader.read(folder, backend);
    return new KernelNotes(kernel).processBytes(Stream.of(shapes).map(kernel::shape).toList())
        / Float.BYTES;
  }

  @Test
  void bytes_ofOneShape_areThoseOfTwoBuffersAndThreeInputSets() throws IOException {
    assertThat(numbers("cuda", "normal", "one")).isEqualTo(5 * (1000 + 10 + 10));
  }

  @Test
  void bytes_ofInputsThatAreEqualOnShapes_countTheirCopiesOnce() throws IOException {
    assertThat(numbers("cuda", "normal", "one", "two"))
        .isEqualTo(5 * 1000 + 2 * 1000 + 5 * (2 * 10 + 2 * 20));
    assertThat(numbers("cuda", "normal", "two", "other"))
        .isEqualTo(5 * (1000 + 2000) + 5 * 20 + 2 * 20 + 5 * (20 + 20));
  }

  @Test
  void bytes_ofInputsThatAProgramMakes_countThoseOfEachShape() throws IOException {
    assertThat(numbers("cuda", "{python: make.py}", "two", "other"))
        .isEqualTo(5 * (1000 + 2000 + 4 * 20));
  }

  @Test
  void bytes_onACpu_countTheCopiesOfEachShape() throws IOException {
    assertThat(numbers("cpu", "normal", "one", "two")).isEqualTo(5 * (2 * 1000 + 2 * 30));
  }
}
