package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathologyTest {

  @TempDir Path folder;

  private Kernel read() throws IOException {
    return KernelReader.read(
        new GemmFile(folder)
            .with(
                "    shapes:\n",
                """
                    pathologies:
                      - {name: unpacked, macro: gemm, suspects: packed copies, because: read in place}
                      - {name: tiny, set: {TILE_M: 16, ROWS: 2}, suspects: reuse}
                    shapes:
                """)
            .write(),
        "cpu");
  }

  @Test
  void read_bothKinds_areThereInTheFilesOrder() throws IOException {
    assertThat(read().pathologies())
        .extracting(Pathology::name, Pathology::suspects, Pathology::because)
        .containsExactly(
            tuple("unpacked", "packed copies", "read in place"), tuple("tiny", "reuse", ""));
  }

  @Test
  void applied_macro_leavesTheConfigurationAndDefinesTheMacroForTheCompiler() throws IOException {
    Kernel kernel = read();
    Pathology macro = kernel.pathologies().getFirst();
    assertThat(macro.applied(kernel.defaultConfiguration()))
        .isEqualTo(kernel.defaultConfiguration());
    assertThat(macro.macros()).containsExactly("gemm");
    assertThat(kernel.source().defining(macro.macros()).flags())
        .containsExactly("-O3", "-fopenmp", "-Dgemm=1");
    assertThat(kernel.source().defining(List.of())).isEqualTo(kernel.source());
  }

  @Test
  void applied_values_changesThemAlone() throws IOException {
    Kernel kernel = read();
    Pathology values = kernel.pathologies().getLast();
    assertThat(values.macros()).isEmpty();
    assertThat(values.applied(kernel.defaultConfiguration()))
        .isEqualTo(
            kernel.defaultConfiguration().with("TILE_M", Value.of(16L)).with("ROWS", Value.of(2L)));
    assertThat(values.change()).hasToString("TILE_M=16 ROWS=2");
  }
}
