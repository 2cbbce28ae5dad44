package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaTextTest {

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
    var text = new CudaText("int x;\n  # include <" + header + ">\n");
    assertThat(text.hostHeader().isPresent()).isEqualTo(lacks);
  }

  @Test
  void launched_ofHostCode_areTheKernels() {
    var text =
        new CudaText("a<<<1, 2>>>(x); b<T, 4> <<<g, t, 0, s>>>(x); a<<<2, 2>>>(y); c << d << e;");
    assertThat(text.launched()).containsExactly("a", "b");
    assertThat(new CudaText("int f(void) { return 1 << 2; }").launched()).isEmpty();
  }

  @Test
  void waitsForGrid_ofCall_isSeen() {
    assertThat(new CudaText("auto g = cg::this_grid();").waitsForGrid()).isTrue();
    assertThat(new CudaText("auto g = cg::this_thread_block();").waitsForGrid()).isFalse();
  }
}
