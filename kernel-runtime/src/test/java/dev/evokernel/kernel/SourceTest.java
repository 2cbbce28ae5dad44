package dev.evokernel.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters in the entry, in flags and as ranges. */
class SourceTest {

  @TempDir Path temporary;

  private static Configuration configuration(Object... pairs) {
    var values = new LinkedHashMap<String, Value>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put((String) pairs[i], Value.ofPlain(pairs[i + 1]));
    }
    return new Configuration(values);
  }

  private static Source source(String entry, String... flags) {
    return new Source(List.of(Path.of("k.cu")), entry, List.of(flags));
  }

  @Test
  void with_parametersInBraces_putsTheirValuesThere() {
    Source source =
        source("k<{TILE}, { TYPE }>", "-O{LEVEL}", "{FAST ? --use_fast_math}", "-D{FAST ? A : B}")
            .with(configuration("TILE", 16, "TYPE", "float", "LEVEL", 2, "FAST", false));

    assertThat(source.entry()).isEqualTo("k<16, float>");
    assertThat(source.flags()).containsExactly("-O2", "-DB");
  }

  @Test
  void with_truthValue_switchesAFlagOn() {
    assertThat(source("k", "{FAST ? --use_fast_math}").with(configuration("FAST", true)).flags())
        .containsExactly("--use_fast_math");
  }

  @Test
  void macros_parametersInBraces_areNone() {
    assertThat(
            source("k<{TILE}>", "-O{LEVEL}").macros(configuration("TILE", 1, "LEVEL", 2, "W", 3)))
        .isEqualTo(configuration("W", 3));
  }

  @Test
  void fixedFlags_flagsWithBraces_areNone() {
    assertThat(source("k", "-O3", "-maxrregcount={R}").fixedFlags()).containsExactly("-O3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "32..128 step 32|[32, 64, 96, 128]",
        "1..64 times 4|[1, 4, 16, 64]",
        "0..3|[0, 1, 2, 3]",
        "-2..4 step 5|[-2, 3]",
        "7..7|[7]",
      })
  void read_range_hasItsValues(String range, String values) throws IOException {
    Kernel kernel =
        KernelReader.read(
            new GemmFile(temporary)
                .with("{WARPS: [4, 8]}", "{WARPS: " + range + "}")
                .with(
                    "default: {WARPS: 4}",
                    "default: {WARPS: " + values.split("[\\[,\\]]", -1)[1] + "}")
                .with("block: [WARPS * 32], shared: 2 * WARPS * 64", "block: [32]")
                .write(),
            "cuda");

    assertThat(kernel.parameters().getFirst().values()).hasToString(values);
  }

  @Test
  void read_architecture_isTheSources() throws IOException {
    GemmFile file = new GemmFile(temporary);

    assertThat(KernelReader.read(file.write(), "cuda").source().architecture()).isEmpty();
    assertThat(
            KernelReader.read(
                    file.with("sources: [gemm.cu]", "arch: sm_90\n    sources: [gemm.cu]").write(),
                    "cuda")
                .source()
                .architecture())
        .isEqualTo("sm_90");
    assertThat(
            KernelReader.read(
                    file.with("sources: [gemm.cu]", "arch: native\n    sources: [gemm.cu]").write(),
                    "cuda")
                .source()
                .architecture())
        .isEmpty();
  }

  @Test
  void read_parameterThatNoSourceMentions_isMisspeltIfAnotherIsLikeIt() throws IOException {
    GemmFile misspelt = new GemmFile(temporary).with("TILE_M: [16", "TIEL_M: [16");
    GemmFile file =
        misspelt.with("{TILE_M: 64", "{TIEL_M: 64").with("require: TILE_M", "require: TIEL_M");
    Path yaml = file.with("- TILE_M * 4", "- TIEL_M * 4").write();
    assertThat(KernelReader.read(yaml, "cpu").parameters()).hasSize(5);

    Files.writeString(yaml.resolveSibling("tile.h"), "int tile[TILE_M];\n");

    assertThatThrownBy(() -> KernelReader.read(yaml, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:16:7: no source mentions 'TIEL_M'")
        .hasMessageContaining(
            "Maybe 'TILE_M'? If the name is right, write flags: [\"-DTIEL_M={TIEL_M}\"].");
  }
}
