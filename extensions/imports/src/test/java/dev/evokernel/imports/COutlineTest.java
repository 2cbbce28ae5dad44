package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.imports.SourceOutline.Template;
import dev.evokernel.imports.SourceOutline.Tunable;
import org.junit.jupiter.api.Test;

class COutlineTest {

  private static SourceOutline c(String source) {
    return COutline.of(source, false, true);
  }

  private static SourceOutline cuda(String source) {
    return COutline.of(source, true, true);
  }

  private static List<Tunable> tunables(SourceOutline outline) {
    return outline.functions().getFirst().tunables();
  }

  private static List<String> names(List<Tunable> tunables) {
    return tunables.stream().map(Tunable::name).toList();
  }

  @Test
  void of_commentsAndTextsThatLookLikeCode_areNotRead() {
    SourceOutline outline =
        c(
            """
            /* void fake(int x) { FAKE } */
            // void other(int y) { OTHER }
            void real(float *y, int n) { const char *s = "void text(int z) { TEXT \\" }"; y[n] = '{'; }
            void last(int n) {}
            """);
    assertThat(outline.functions()).extracting(Function::name).containsExactly("real", "last");
    assertThat(tunables(outline)).isEmpty();
  }

  @Test
  void of_guardedAndUndefinedMacros_areTunableAndDefinedOnesAreNot() {
    SourceOutline outline =
        c(
            """
            #include <limits.h>
            #ifndef TILE
            #define TILE 32  // elements
            #endif
            #ifndef MINE_H
            #define MINE_H
            #endif
            #define TWICE (2 * TILE)
            enum { ROWS, COLUMNS = 3 };
            #if FAST_PATH && !defined(DEBUGGED)
            #endif
            #ifdef TRACED
            #pragma GCC unroll 4
            #endif
            #pragma omp parallel for num_threads(THREADS)
            static const int LENGTH = 4, SHIFT = UNROLL;
            void f(int n) { int a = INT_MAX + ROWS + COLUMNS + TWICE + LENGTH + SHIFT; }
            """);
    assertThat(tunables(outline).getFirst()).isEqualTo(new Tunable("TILE", List.of("32")));
    assertThat(names(tunables(outline)))
        .containsExactlyInAnyOrder("TILE", "UNROLL", "FAST_PATH", "THREADS");
  }

  @Test
  void of_aCSignature_hasInputsOutputsAndScalarsWithTheirTypes() {
    SourceOutline outline =
        c(
            """
            #ifndef REAL
            #define REAL double
            #endif
            static void helper(int n) {}
            int answer(int n) { return n; }
            void f(const REAL *restrict x, /* in, put */ REAL *restrict y,
                   unsigned char mask[], int64_t n, size_t m, struct options o, float a) {}
            void declared(int n);
            """);
    assertThat(outline.functions()).extracting(Function::isHidden).containsExactly(true, false);
    assertThat(outline.functions().getLast().parameters())
        .extracting(Parameter::name, Parameter::kind, Parameter::type)
        .containsExactly(
            tuple("x", Kind.INPUT, "f64"),
            tuple("y", Kind.INOUT, "f64"),
            tuple("mask", Kind.INOUT, "u8"),
            tuple("n", Kind.SCALAR, "i64"),
            tuple("m", Kind.SCALAR, "u64"),
            tuple("o", Kind.SCALAR, ""),
            tuple("a", Kind.SCALAR, "f32"));
  }

  @Test
  void of_parametersWithoutNames_areNumbered() {
    assertThat(cuda("__global__ void f(const half* /* a */, int, float x) {}").functions())
        .flatExtracting(Function::parameters)
        .extracting(Parameter::name, Parameter::kind, Parameter::type)
        .containsExactly(
            tuple("argument1", Kind.INPUT, "f16"),
            tuple("argument2", Kind.SCALAR, "i32"),
            tuple("x", Kind.SCALAR, "f32"));
  }

  @Test
  void of_kernelsInNamespacesAndTemplates_areNamedAsTheCompilerDoes() {
    SourceOutline outline =
        cuda(
            """
            namespace outer { namespace inner {
            template <int BM, int BN = 64, typename T>
            __global__ void __launch_bounds__(BM * 2, 1) gemm(const T* __restrict__ A, T (*C), int M) { if (M) {} }
            }
            static __device__ int helper(int x) { return x; }
            }
            namespace { __global__ void hidden(float* y) {} }
            extern "C" {
            __global__ void plain(__half* y, const int lookup[8]) {}
            }
            """);
    assertThat(outline.functions())
        .extracting(Function::name)
        .containsExactly("outer::inner::gemm", "hidden", "plain");
    Function gemm = outline.functions().getFirst();
    assertThat(gemm.templates())
        .containsExactly(
            new Template("BM", "int", ""),
            new Template("BN", "int", "64"),
            new Template("T", "typename", ""));
    assertThat(gemm.threads()).isEqualTo("BM * 2");
    assertThat(gemm.parameters()).extracting(Parameter::name).containsExactly("A", "C", "M");
    assertThat(names(tunables(outline))).isEmpty();
    assertThat(outline.functions().getLast().parameters())
        .extracting(Parameter::type)
        .containsExactly("f16", "i32");
  }

  @Test
  void of_everyBeginningOfAShippedKernel_isReadWithoutAnError() throws IOException {
    String source = Files.readString(Path.of("..", "kernels", "gemm", "hopper.cu"));
    for (int end = 0; end < source.length(); end += 997) {
      assertThat(cuda(source.substring(0, end)).functions()).hasSizeLessThan(4);
    }
    assertThat(cuda(source).functions()).extracting(Function::name).containsExactly("gemm");
    assertThat(cuda("__global__ void __launch_bounds__(32 f(int n) {}").functions()).hasSize(1);
    assertThat(c("void f(")).isNotNull();
  }

  @Test
  void of_aFileThatEndsInTheMiddle_isReadAsFarAsItGoes() {
    assertThat(cuda("__global__ void f(int n").functions()).isEmpty();
    assertThat(cuda("__global__ void f(int n) { if (n) {").functions()).hasSize(1);
    assertThat(c("/* never closed").functions()).isEmpty();
    assertThat(c("\"never closed").functions()).isEmpty();
    assertThat(c("").functions()).isEmpty();
  }

  @Test
  void of_arraysOfTheFile_areSymbolsAndTheirSizesExtents() {
    SourceOutline outline =
        c(
            """
            static float own[7];
            const float known[2] = {1, 2};
            float filter[FH][2 * W];
            int unused[3];
            void blur(const float image[static H][W], float *out) {
              float local[TILE];
              out[0] = local[0] = filter[0][0] * own[0] * image[0][0];
            }
            """);
    Function blur = outline.functions().getFirst();

    assertThat(blur.parameters())
        .extracting(Parameter::name)
        .containsExactly("image", "out", "filter");
    assertThat(blur.parameters().getLast().kind()).isEqualTo(Kind.SYMBOL);
    assertThat(blur.parameters().getLast().sizes()).containsExactly("FH", "2 * W");
    assertThat(blur.parameters().getFirst().sizes()).containsExactly("H", "W");
    assertThat(names(tunables(outline))).containsExactlyInAnyOrder("TILE", "H", "W", "FH");
  }

  @Test
  void of_macroThatIsOnlyAskedFor_isASwitch() {
    SourceOutline outline =
        c(
            """
            void f(float *y) {
            #if TWO_PASS
              y[0] = 1;
            #elif !OTHER
              y[0] = DEPTH_OF;
            #endif
            #if DEPTH_OF
            #endif
            }
            """);

    assertThat(tunables(outline))
        .contains(
            new Tunable("TWO_PASS", List.of("0", "1")), new Tunable("OTHER", List.of("0", "1")))
        .contains(new Tunable("DEPTH_OF", List.of()));
  }

  @Test
  void of_bufferThatIsOnlyAddedTo_holdsSomethingBefore() {
    SourceOutline outline =
        cuda(
            """
            __global__ void f(int *count, int *hist, float *sum, float *cleared) {
              count[threadIdx.x]++;
              atomicAdd(&hist[0], 1);
              sum[0] = 0;
              sum[0] += 1;
              clear(cleared, 3);
              cleared[1] += 2;
            }
            """);

    assertThat(outline.functions().getFirst().parameters())
        .extracting(Parameter::kind)
        .containsExactly(Kind.INOUT, Kind.INOUT, Kind.OUTPUT, Kind.OUTPUT);
  }
}
