package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.StraysKernel;
import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.Test;

class ShapeBinariesTest {

  private final Kernel widths = WidthsKernel.read();
  private final List<String> compiled = new ArrayList<>();

  private Compilation compile(Configuration macros) {
    compiled.add(macros.flags());
    return new Compilation.Compiled(
        new Binary(Path.of("/cache/" + compiled.size()), "digest of " + macros.flags(), 7));
  }

  private Binary binary(String... shapes) {
    var binaries = new ShapeBinaries(widths, List.of(shapes).stream().map(widths::shape).toList());
    return ((Compilation.Compiled)
            binaries.ofCandidate(widths.defaultConfiguration(), this::compile))
        .binary();
  }

  @Test
  void ofCandidate_shapesWithEqualMacros_shareABinary() {
    Binary binary = binary("narrow", "wide", "wide_double", "tall_double");
    assertThat(compiled)
        .containsExactly(
            "-DWIDTH=12 -DDOUBLE=0 -DSTEPS=6",
            "-DWIDTH=500 -DDOUBLE=0 -DSTEPS=250",
            "-DWIDTH=500 -DDOUBLE=1 -DSTEPS=250");
    assertThat(binary.parts()).hasSize(3);
    assertThat(binary.compileNanos()).isEqualTo(21);
    assertThat(of(binary, "tall_double")).isEqualTo(of(binary, "wide_double"));
    assertThat(of(binary, "tall_double").file()).isEqualTo(Path.of("/cache/3"));
  }

  private Binary of(Binary binary, String shape) {
    return binary.with(widths.macros(widths.defaultConfiguration(), widths.shape(shape)));
  }

  @Test
  void digest_ofSeveral_isThatOfTheWholeSet() {
    String all = binary("narrow", "wide", "wide_double").digest();
    assertThat(binary("narrow", "wide", "wide_double").digest()).isEqualTo(all);
    assertThat(binary("narrow", "wide").digest()).isNotEqualTo(all);
    assertThat(binary("narrow").digest()).isEqualTo("digest of -DWIDTH=12 -DDOUBLE=0 -DSTEPS=6");
  }

  @Test
  void with_macrosOfAShapeThatIsNotCompiledFor_saysSo() {
    Binary binary = binary("narrow");
    assertThatThrownBy(() -> of(binary, "wide"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("-DWIDTH=500");
  }

  @Test
  void ofProblem_compilesWithoutWhatReadsParameters() {
    new ShapeBinaries(widths, widths.shapes()).ofProblem(this::compile);
    assertThat(compiled)
        .containsExactly(
            "-DWIDTH=12 -DDOUBLE=0", "-DWIDTH=500 -DDOUBLE=0", "-DWIDTH=500 -DDOUBLE=1");
  }

  @Test
  void ofCandidate_aBinaryThatFails_endsItAndNamesMacrosAndShapes() {
    var binaries = new ShapeBinaries(widths, widths.shapes());
    Compilation failed =
        binaries.ofCandidate(
            widths.defaultConfiguration(),
            macros ->
                macros.flags().contains("WIDTH=500")
                    ? new Compilation.Failed("no such thing", true)
                    : compile(macros));
    assertThat(failed)
        .isEqualTo(
            new Compilation.Failed(
                "With -DWIDTH=500 -DDOUBLE=0 -DSTEPS=250, for the shapes [wide]:\nno such thing",
                true));
    assertThat(compiled).hasSize(1);
  }

  @Test
  void ofCandidate_kernelWithoutSuchMacros_passesOnWhatWasCompiled() {
    Kernel strays = StraysKernel.read("cpu");
    var once = new Compilation.Compiled(new Binary(Path.of("/cache/x"), "x", 3));
    assertThat(
            new ShapeBinaries(strays, strays.shapes())
                .ofCandidate(
                    strays.defaultConfiguration(),
                    macros -> {
                      assertThat(macros).isEqualTo(new Configuration(Map.of()));
                      return once;
                    }))
        .isSameAs(once);
  }
}
