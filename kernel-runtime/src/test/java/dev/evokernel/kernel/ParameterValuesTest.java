package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.expr.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ParameterValuesTest {

  private final Map<String, Value> plain = new LinkedHashMap<>();

  private Map<String, Value> copy() {
    plain.put("TILE", Value.of(64));
    plain.put("UNROLL", Value.of(2));
    plain.put("BLOCK", Value.of(128));
    return ParameterValues.copyOf(plain);
  }

  @Test
  void copyOf_aMap_isEqualToItAndHasItsOrder() {
    Map<String, Value> copy = copy();
    assertThat(copy).isEqualTo(plain).hasSameHashCodeAs(plain);
    assertThat(plain).isEqualTo(copy);
    assertThat(copy.keySet()).containsExactly("TILE", "UNROLL", "BLOCK");
    assertThat(copy).containsEntry("UNROLL", Value.of(2)).doesNotContainKey("VECTOR");
    assertThat(copy.get("VECTOR")).isNull();
  }

  @Test
  void copyOf_aCopy_isTheSame() {
    Map<String, Value> copy = copy();
    assertThat(ParameterValues.copyOf(copy)).isSameAs(copy);
  }

  @Test
  void copyOf_aMapThatChanges_staysAsItWas() {
    Map<String, Value> copy = copy();
    plain.put("TILE", Value.of(1));
    assertThat(copy).containsEntry("TILE", Value.of(64));
    assertThatThrownBy(() -> copy.put("TILE", Value.of(1)))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> copy.entrySet().iterator().next().setValue(Value.of(1)))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
