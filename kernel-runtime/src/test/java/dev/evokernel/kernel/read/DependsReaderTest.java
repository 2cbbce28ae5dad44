package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs that depend on parameters, and units of work. */
class DependsReaderTest {

  private static final String B =
      "{name: B, type: f32, dimensions: [K, N], fill: {normal: {mean: 0, deviation: 0.5}}}";
  private static final String PADDED =
      "{name: B, type: f32, dimensions: [\"ceil_div(K, TILE_M) * TILE_M\", N], fill: {command:"
          + " [sh, pad.sh], depends: [TILE_M]}}";
  private static final String WORK = "4 * (M * K + K * N + M * N)}";

  @TempDir private Path temporary;

  private Kernel read(String... replacements) throws IOException {
    var file = new GemmFile(Files.createTempDirectory(temporary, "k"));
    for (int i = 0; i < replacements.length; i += 2) {
      file = file.with(replacements[i], replacements[i + 1]);
    }
    return KernelReader.read(file.write(), "cpu");
  }

  private static Configuration tile(Kernel kernel, long tile) {
    return kernel.defaultConfiguration().with("TILE_M", Value.of(tile));
  }

  @Test
  void read_depends_makesChoicesOfWhatDiffersFromTheDefault() throws IOException {
    Kernel kernel = read(B, PADDED);
    InputSet usual = InputSet.usual(1);
    assertThat(kernel.depended()).containsExactly("TILE_M");
    assertThat(usual.of(kernel, tile(kernel, 64))).isEqualTo(usual);
    InputSet chosen = usual.of(kernel, tile(kernel, 128).with("ROWS", Value.of(2)));
    assertThat(chosen).hasToString("seed 1, inputs for TILE_M=128");
    assertThat(chosen.key()).isEqualTo("1 TILE_M=128");
    assertThat(chosen.configuration(kernel)).isEqualTo(tile(kernel, 128));
    assertThat(chosen.ofReference(kernel)).isEqualTo(usual);
    assertThat(read(B, B).depended()).isEmpty();
  }

  @Test
  void extent_ofADependentInput_isTheLargestOrThatOfAChoice() throws IOException {
    Kernel kernel = read(B, PADDED);
    Shape ragged = kernel.shape("ragged");
    Argument.Buffer padded = kernel.inputs().getLast().buffer();
    assertThat(Extent.of(kernel, ragged, padded)).hasToString("128×77");
    assertThat(Extent.of(kernel, ragged, padded, tile(kernel, 32))).hasToString("64×77");
    assertThat(Extent.ofReference(kernel, ragged, padded)).hasToString("64×77");
  }

  @Test
  void read_per_isGivenToTheReference() throws IOException {
    Kernel kernel = read(WORK, WORK.replace("}", ", per: ROWS * 2}"));
    assertThat(kernel.counting()).containsExactly("ROWS");
    Shape shape = kernel.shapes().getFirst();
    assertThat(kernel.units(kernel.defaultConfiguration(), shape)).isEqualTo(8);
    InputSet chosen =
        InputSet.usual(1).of(kernel, kernel.defaultConfiguration().with("ROWS", Value.of(2)));
    assertThat(chosen.ofReference(kernel)).isEqualTo(chosen);
    assertThat(read(B, B).units(kernel.defaultConfiguration(), shape)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "depends: [TILE_M]|depends: [TILE]|there is no parameter 'TILE'|Maybe 'TILE_M'?",
        "depends: [TILE_M]|depends: [ROWS]|'TILE_M' is a parameter that the fill does not depend on|depends: [ROWS, TILE_M]",
        ", depends: [TILE_M]||'TILE_M' is a parameter|parameters that the fill depends on",
        "depends: [TILE_M]|depends: []|'depends' is empty|at least 1",
        "command: [sh, pad.sh], depends|depends|a fill has only 'depends'|Keep one of",
        "command: [sh, pad.sh]|normal: {mean: 0}|a fill without a program has no 'depends'|Remove it",
        "N], fill|N], inout: true, fill|'B', and its contents depend on TILE_M|Only inputs may depend",
      })
  void read_wrongDepends_saysWhatAndHow(
      String old,
      @org.jspecify.annotations.Nullable String replacement,
      String said,
      String advice) {
    String wrong = PADDED.replace(old, Objects.requireNonNullElse(replacement, ""));
    assertThat(wrong).isNotEqualTo(PADDED);
    assertThatThrownBy(() -> read(B, wrong))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:4:")
        .hasMessageContaining(said)
        .hasMessageContaining(advice);
  }

  @Test
  void read_outputFilledAlikeADependentInput_isRefused() {
    assertThatThrownBy(
            () ->
                read(
                    B,
                    B.replace(
                        "fill: {normal: {mean: 0, deviation: 0.5}}",
                        "fill: {command: [sh]," + " depends: [ROWS]}"),
                    "dimensions: [M, N], output: true",
                    "dimensions: [K, N], output: true, initial: B"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("the contents of 'B' depend on [ROWS]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "per: ROW|unknown name 'ROW'",
        "per: ROWS - 4|'ROWS - 4' must be > 0, was 0",
        "per: ROWS / 2|must be integer, was real",
        "per: device.cores|'device.cores' is a device limit",
      })
  void read_wrongPer_saysWhat(String per, String said) {
    assertThatThrownBy(() -> read(WORK, WORK.replace("}", ", " + per + "}")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("kernel.yaml:8:")
        .hasMessageContaining(said);
  }

  @Test
  void read_perOfAKernelThatIsItsOwnReference_isRefused() {
    String per = WORK.replace("}", ", per: ROWS}");
    assertThatThrownBy(
            () ->
                read(
                    WORK,
                    per,
                    "{sources: [reference.c], entry: gemm_reference, flags: [-O2]}",
                    "{configuration: {TILE_M: 16, ROWS: 2, ALPHA: 0.5, PACK: true, LAYOUT: row}}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("another amount for each ROWS, and the kernel is its own reference");
    assertThatThrownBy(() -> read(WORK, per + "\nnumerics: {bits: default}"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("another amount for each ROWS, and 'numerics' demands");
  }
}
