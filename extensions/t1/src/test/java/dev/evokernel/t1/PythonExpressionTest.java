package dev.evokernel.t1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.t1.PythonExpression.Call;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PythonExpressionTest {

  private static final Map<String, Object> NAMES = Map.of("SIZES", List.of(1L, 2L), "BIG", true);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[x * 2 for x in SIZES] + [7] | [2, 4, 7]",
        "[(a, b) for a in SIZES for b in range(a) if b != 1] | [[1, 0], [2, 0]]",
        "[2 ** i for i in range(1, 4)] | [2, 4, 8]",
        "SIZES if BIG else [9] | [1, 2]",
        "SIZES if unknown else [9] | [9]",
        "[128, 64, 32, BK][1] | 64",
        "list(itertools.product(SIZES, ['a'])) | [[1, a], [2, a]]",
        "-7 // 2 | -4",
        "-7 % 4 | 1",
        "max(3, 5) // 2 | 2",
        "not (1 == 1 and 2 in SIZES) | false",
        "f'{x}' 'y' | ",
        "{'a': 1, \"b\": [2]} | {a=1, b=[2]}",
        "1 if True else | ",
        "[1, 2 | ",
        "x[1:2] | ",
      })
  void value_ofAnExpression_isWhatPythonSays(String text, String expected) {
    Object value = PythonExpression.value(text, NAMES);
    if (expected == null) {
      assertThat(value).isSameAs(PythonExpression.UNKNOWN);
    } else {
      assertThat(value).hasToString(expected);
    }
  }

  @Test
  void value_ofACallOfAnother_isTheCall() {
    Object value = PythonExpression.value("triton.Config({'B': 1}, num_warps=4)", NAMES);
    assertThat(value)
        .isEqualTo(new Call("triton.Config", List.of(Map.of("B", 1L)), Map.of("num_warps", 4L)));
  }
}
