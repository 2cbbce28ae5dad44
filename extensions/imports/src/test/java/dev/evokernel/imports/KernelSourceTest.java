package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelSourceTest {

  @ParameterizedTest
  @CsvSource({
    "cub/block/block_reduce.cuh, true",
    "thrust/complex.h, true",
    "vector, true",
    "type_traits, true",
    "cmath, false",
    "iostream, false",
    "math.h, false",
    "cooperative_groups.h, false",
    "cuda/std/array, false"
  })
  void hostHeader_ofInclude_isWhatNvrtcLacks(String header, boolean lacks) {
    var text = new KernelSource("cuda", "int x;\n  # include <" + header + ">\n");
    assertThat(text.hostHeader().isPresent()).isEqualTo(lacks);
  }

  @Test
  void launched_ofHostCode_areTheKernels() {
    var text =
        new KernelSource(
            "cuda", "a<<<1, 2>>>(x); b<T, 4> <<<g, t, 0, s>>>(x); a<<<2, 2>>>(y); c << d << e;");
    assertThat(text.launched()).containsExactly("a", "b");
    assertThat(new KernelSource("cuda", "int f(void) { return 1 << 2; }").launched()).isEmpty();
  }

  @Test
  void waitsForGrid_ofCall_isSeen() {
    assertThat(new KernelSource("cuda", "auto g = cg::this_grid();").waitsForGrid()).isTrue();
    assertThat(new KernelSource("cuda", "auto g = cg::this_thread_block();").waitsForGrid())
        .isFalse();
  }

  private static final String ROWS =
      """
      #ifndef TILE
      #define TILE 8
      #endif
      __kernel __attribute__((reqd_work_group_size(64, 1, 1))) __attribute__((vec_type_hint(float)))
      void rows(__global const float *restrict x, __constant uint *order, __global float *y,
                uint columns, __local float *room) {
        __local float own[64];
        uint row = get_group_id(0);
        for (uint j = get_local_id(0); j < columns; j += get_local_size(0)) own[j] = x[order[j % TILE]];
        barrier(CLK_LOCAL_MEM_FENCE);
        y[row] = own[0];
      }
      """;

  @Test
  void outline_ofAKernel_hasItsParametersAndMacros() {
    var function =
        Language.OPENCL.outline(Language.OPENCL.readable(ROWS), true).functions().getFirst();

    assertThat(function.name()).isEqualTo("rows");
    assertThat(function.parameters())
        .extracting(Parameter::name)
        .containsExactly("x", "order", "y", "columns");
    assertThat(function.parameters())
        .extracting(Parameter::kind)
        .containsExactly(Kind.INPUT, Kind.INPUT, Kind.OUTPUT, Kind.SCALAR);
    assertThat(function.parameters())
        .extracting(Parameter::type)
        .containsExactly("f32", "u32", "f32", "u32");
    assertThat(function.tunables()).extracting(SourceOutline.Tunable::name).containsExactly("TILE");
    assertThat(function.threads()).isEqualTo("64");
    assertThat(function.body()).contains("j += 64", "row = blockIdx.x");
    assertThat(new KernelSource("opencl", ROWS).takesLocal("rows")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int i = get_global_id(1);|int i = blockIdx.y * blockDim.y + threadIdx.y;",
        "i += get_global_size( 0 )|i += (gridDim.x * blockDim.x)",
        "kernel void f(global float *a, constant float *b)|__global__ void f(float *a, const float *b)",
        "__local float s[2];|__shared__ float s[2];",
        "int global = local + kernel;|int global = local + kernel;",
      })
  void asCuda_ofWordsOfOpenCl_areThoseOfCuda(String openCl, String cuda) {
    assertThat(new KernelSource("opencl", openCl).asCuda()).isEqualTo(cuda);
    assertThat(new KernelSource("opencl", openCl).takesLocal("f")).isFalse();
  }
}
