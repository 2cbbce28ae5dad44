package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MacrosTest {

  @Test
  void triton_optionsAndConstants_isTheCallThatAutotuneTakes() {
    var values = new LinkedHashMap<String, Value>();
    values.put(Configuration.VARIANT, Value.of("tensor_cores"));
    values.put("BLOCK", Value.of(128));
    values.put("EVEN_K", Value.of(true));
    values.put("num_warps", Value.of(8));
    values.put("ORDER", Value.of("rows"));
    values.put("num_stages", Value.of(3));
    assertThat(Macros.triton(new Configuration(values)))
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("triton.Config({")
                    .contains("'BLOCK': 128", "'EVEN_K': True", "'ORDER': 'rows'")
                    .contains("}, num_")
                    .contains("num_warps=8", "num_stages=3")
                    .doesNotContain("tensor_cores"));
  }

  @Test
  void triton_macrosOfC_isNothingOfTritons() {
    assertThat(Macros.triton(new Configuration(Map.of("WARPS", Value.of(8))))).isEmpty();
  }

  @Test
  void triton_optionsOfOneLaunch_areNoConfigOfAFunction() {
    assertThat(
            Macros.triton(
                new Configuration(
                    Map.of("num_warps", Value.of(8), "combine_num_warps", Value.of(2)))))
        .isEmpty();
  }
}
