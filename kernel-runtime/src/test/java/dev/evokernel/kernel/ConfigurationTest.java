package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import org.junit.jupiter.api.Test;

final class ConfigurationTest {

  private static final List<String> NAMES =
      List.of("BLOCK_M", "BLOCK_N", "WARPS", "STAGES", "UNROLL", "SPLIT");

  @Test
  void hashCode_ofManyConfigurationsOfSmallValues_isRarelyShared() {
    var hashes = new HashSet<Integer>();
    int count = 1 << (2 * NAMES.size());

    for (int number = 0; number < count; number++) {
      hashes.add(configuration(number, NAMES).hashCode());
    }

    assertThat(hashes).hasSizeGreaterThan(count - 20);
  }

  @Test
  void hashCode_ofEqualConfigurationsInAnotherOrder_isTheSame() {
    var values = new LinkedHashMap<>(configuration(1234, NAMES).values());
    var reversed = new LinkedHashMap<String, Value>();
    new ArrayList<>(values.sequencedEntrySet().reversed())
        .forEach(entry -> reversed.put(entry.getKey(), entry.getValue()));

    assertThat(new Configuration(reversed))
        .isEqualTo(new Configuration(values))
        .hasSameHashCodeAs(new Configuration(values));
  }

  /** Two bits of the number for each name. */
  private static Configuration configuration(int number, List<String> names) {
    var values = new LinkedHashMap<String, Value>();
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), Value.of(1L << ((number >> (2 * i)) & 3)));
    }
    return new Configuration(values);
  }
}
