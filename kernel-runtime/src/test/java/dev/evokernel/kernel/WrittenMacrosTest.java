package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.expr.Value;
import org.junit.jupiter.api.Test;

class WrittenMacrosTest {

  private static final WrittenMacros WRITTEN =
      new WrittenMacros(
          Map.of("HEAD", "D"),
          Map.of(
              "",
              List.of("", "-O{LEVEL}"),
              "hopper",
              List.of("gemm<{TILE}>", "-O{LEVEL}", "{LEVEL ? -g}")));

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
  void flagsAndEntry_ofAConfiguration_haveItsValues() {
    Configuration plain = configuration(Map.of());
    Configuration hopper = configuration(Map.of(Configuration.VARIANT, Value.of("hopper")));
    assertThat(WRITTEN.flags(plain)).containsExactly("-O3");
    assertThat(WRITTEN.entry(plain)).isEmpty();
    assertThat(WRITTEN.flags(hopper)).containsExactly("-O3");
    assertThat(WRITTEN.entry(hopper)).contains("gemm<64>");
  }

  @Test
  void ofTexts_ofItsTexts_isTheSame() {
    assertThat(WrittenMacros.ofTexts(WRITTEN.texts())).isEqualTo(WRITTEN);
  }

  @Test
  void ofTexts_ofAnEarlierRun_hasTheNames() {
    WrittenMacros earlier = WrittenMacros.ofTexts(Map.of("{", "LEVEL TILE"));
    Configuration plain = configuration(Map.of());
    assertThat(earlier.of(plain).values()).isEmpty();
    assertThat(earlier.flags(plain)).containsExactly("LEVEL=3", "TILE=64");
  }
}
