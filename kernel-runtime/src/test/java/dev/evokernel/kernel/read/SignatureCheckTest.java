package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureCheckTest {

  @TempDir Path folder;

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
      })
  void read_ofArgumentsThatDifferFromTheSource_saysWhere(String list, String message)
      throws IOException {
    Path yaml = kernel(new GemmFile(folder), "typedef double real;\nvoid gemm(" + list + ") { }\n");
    assertThatThrownBy(() -> KernelReader.read(yaml, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:" + message.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "void gemm(const float *a, const float4 *B, float C[], uint32_t ROWS) {}",
        "void gemm(const char *A, const uint16_t *B, const void *C, T M) {}",
        "#if BIG\nvoid gemm(int A) {}\n#else\nvoid gemm(double B) {}\n#endif",
        "void gemm(const double *A, const double *B, float *C, int M, int N) {}",
        "void gemm(LIST_OF_PARAMETERS) {}",
        "void gemm(float *A\n#if MORE\n, int B\n#endif\n) {}",
        "void gemm(const double *A, int M);",
        "void other(double A) { gemm(A); }",
        "#if D\ntypedef double real;\n#else\ntypedef float real;\n#endif\n"
            + "void gemm(real *A, real *B, real *C, int M) {}",
      })
  void read_ofASourceThatFitsOrDoesNotSay_isTheKernel(String source) throws IOException {
    assertThat(KernelReader.read(kernel(new GemmFile(folder), source), "cpu").arguments())
        .hasSize(4);
  }

  @Test
  void read_ofSwappedScalars_namesBoth() throws IOException {
    GemmFile two =
        new GemmFile(folder)
            .with(
                "{name: M, type: i32, value: M}",
                "{name: N, type: i32, value: N}\n  - {name: M, type: i32, value: M}");
    Path yaml = kernel(two, "void gemm(float *A, float *B, float *C, int M, int N) {}");
    assertThatThrownBy(() -> KernelReader.read(yaml, "cpu"))
        .hasMessageContaining("'N' is argument 4 here and parameter 5 in gemm.c")
        .hasMessageContaining("'M' is argument 5 here and parameter 4 in gemm.c")
        .hasMessageContaining("float *A, float *B, float *C, int M, int N.");
  }
}
