package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureCheckTest {

  /** Declaration that reads the parameters of the kernel. */
  private static final String MACROS = "int macros[] = {TILE_M, ROWS, (int)ALPHA, PACK, LAYOUT};\n";

  @TempDir Path folder;

  /** A compiler whose preprocessor returns a text, and that reads the macros named in it only. */
  record TextView(String text) implements CompilerView {
    @Override
    public Map<Path, String> preprocessed(Kernel kernel, Configuration configuration, Shape shape) {
      return Map.of(kernel.source().files().getFirst(), text);
    }

    @Override
    public String digest(Kernel kernel, Configuration configuration) {
      return configuration.values().entrySet().stream()
          .filter(macro -> text.contains(macro.getKey()))
          .toList()
          .toString();
    }
  }

  private static void check(Path yaml, String text) {
    KernelReader.check(yaml, "cpu", new TextView(text));
  }

  private Path kernel(GemmFile file, String source) throws IOException {
    Path yaml = file.write();
    Files.writeString(yaml.resolveSibling("gemm.c"), source);
    return yaml;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "const double *A, const float *B, float *C, int M | 3:21: 'A' is a buffer of f32 here and 'const double *A' in gemm.c",
        "const float *A, const float *B, float *C, float M | 6:21: 'M' is i32 here and 'float M' in gemm.c",
        "const float *A, const float *B, float *C, int *M | 6:21: 'M' is i32 here and 'int *M' in gemm.c",
        "const float *B, const float *A, float *C, int M | 3:12: 'A' is argument 1 here and parameter 2 in gemm.c",
        "const real *A, const float *B, float *C, int M | 3:21: 'A' is a buffer of f32 here and 'const real *A' in gemm.c",
        "const float *A, const float *B, const float *C, int M | 5:54: 'C' is an output here and 'const float *C' in gemm.c",
        "const float *A, const float *B, float *C, int M, int N | 2:1: 'gemm' has 5 parameters in gemm.c and 4 arguments here",
        "const float *A, const float *B, float *C | 2:1: 'gemm' has 3 parameters in gemm.c and 4 arguments here",
      })
  void read_ofArgumentsThatDifferFromTheSource_saysWhere(String list, String message)
      throws IOException {
    String text = MACROS + "typedef double real;\nvoid gemm(" + list + ") { }\n";
    Path yaml = kernel(new GemmFile(folder), "");
    assertThatThrownBy(() -> check(yaml, text))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:" + message.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "void gemm(const float *a, const float4 *B, float C[], uint32_t ROWS) {}",
        "void gemm(const char *A, const uint16_t *B, void *C, T M) {}",
        "#if BIG\nvoid gemm(int A) {}\n#else\nvoid gemm(double B) {}\n#endif",
        "void gemm(const double *A, const double *B, float *C, int M, ...) {}",
        "void gemm(LIST_OF_PARAMETERS) {}",
        "void gemm(float *A\n#if MORE\n, int B\n#endif\n) {}",
        "void gemm(const double *A, int M);",
        "void other(double A) { gemm(A); }",
        "#if D\ntypedef double real;\n#else\ntypedef float real;\n#endif\n"
            + "void gemm(real *A, real *B, real *C, int M) {}",
      })
  void read_ofASourceThatFitsOrDoesNotSay_isTheKernel(String source) throws IOException {
    Path yaml = kernel(new GemmFile(folder), source);
    assertThatCode(() -> check(yaml, MACROS + source)).doesNotThrowAnyException();
  }

  @Test
  void read_ofSwappedScalars_namesBoth() throws IOException {
    GemmFile two =
        new GemmFile(folder)
            .with(
                "{name: M, type: i32, value: M}",
                "{name: N, type: i32, value: N}\n  - {name: M, type: i32, value: M}");
    Path yaml = kernel(two, "");
    String text = MACROS + "void gemm(float *A, float *B, float *C, int M, int N) {}";
    assertThatThrownBy(() -> check(yaml, text))
        .hasMessageContaining("'N' is argument 4 here and parameter 5 in gemm.c")
        .hasMessageContaining("'M' is argument 5 here and parameter 4 in gemm.c")
        .hasMessageContaining("float *A, float *B, float *C, int M, int N.");
  }

  @Test
  void check_ofAParameterWithoutEffect_namesTheNearestWordOfTheSources() throws IOException {
    Path yaml = kernel(new GemmFile(folder), "int TILE_M_SIZE; // TILE_M\n");
    String without = MACROS.replace("TILE_M,", "");
    assertThatThrownBy(() -> check(yaml, without))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:16:7: no source mentions 'TILE_M'")
        .hasMessageContaining("Maybe 'TILE_M_SIZE'? If the name is right, write flags:");
    assertThatCode(() -> check(yaml, MACROS)).doesNotThrowAnyException();
  }
}
