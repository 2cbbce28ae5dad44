package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import org.junit.jupiter.api.Test;

class WrittenMacrosTest {

  private static final WrittenMacros WRITTEN =
      new WrittenMacros(
          Map.of("HEAD", "D"), Map.of("", Set.of("LEVEL"), "hopper", Set.of("TILE", "LEVEL")));

  private static Configuration configuration(Map<String, Value> more) {
    var values = new TreeMap<String, Value>(Map.of("LEVEL", Value.of(3), "TILE", Value.of(64)));
    values.putAll(more);
    return new Configuration(values);
  }

  @Test
  void of_configuration_leavesOutWhatStandsInBraces() {
    Configuration plain = configuration(Map.of());
    assertThat(WRITTEN.of(plain).flags()).isEqualTo("-DTILE=64");
    assertThat(WRITTEN.inBraces(plain)).hasToString("LEVEL=3");
    assertThat(WrittenMacros.NONE.of(plain)).isEqualTo(plain);
  }

  @Test
  void of_configurationOfAVariant_goesByThatVariant() {
    Configuration hopper = configuration(Map.of(Configuration.VARIANT, Value.of("hopper")));
    Configuration ampere = configuration(Map.of(Configuration.VARIANT, Value.of("ampere")));
    assertThat(WRITTEN.of(hopper).values()).isEmpty();
    assertThat(WRITTEN.of(ampere).flags()).isEqualTo("-DLEVEL=3 -DTILE=64");
  }

  @Test
  void ofTexts_ofItsTexts_isTheSame() {
    assertThat(WrittenMacros.ofTexts(WRITTEN.texts())).isEqualTo(WRITTEN);
  }
}
