package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationStrengthTest {

  private static final VerificationSettings STRONG =
      new VerificationSettings(2, 3, VerificationSettings.Sanitizing.FINALISTS);

  @TempDir Path folder;

  private Kernel kernel(String fill, String tolerance, String constraint, String shapes)
      throws IOException {
    Files.writeString(folder.resolve("copy.c"), "");
    return KernelReader.read(
        Files.writeString(
            folder.resolve("kernel.yaml"),
            """
            summary: A copy
            backends:
              cpu:
                arguments:
                  - {name: x, type: f32, dimensions: [N], %s}
                  - {name: y, type: f32, dimensions: [N], output: true}
                tolerances: {f32: {absolute: 1e-6, relative: %s}}
                work: {flops: N, bytes: 8 * N}
                sources: [copy.c]
                entry: copy
                reference: {sources: [copy.c], entry: copy}
                parameters: {BLOCK: [8, 16]}
                default: {BLOCK: 8}
                constraints: ["%s"]
                shapes: %s
            """
                .formatted(fill, tolerance, constraint, shapes)),
        "cpu");
  }

  private static List<String> weak(Kernel kernel, VerificationSettings settings) {
    return new VerificationStrength(kernel, kernel.shapes(), settings)
        .weaknesses().stream().map(VerificationStrength.Weakness::name).toList();
  }

  @Test
  void weaknesses_ofTheStrongestSettings_areNone() throws IOException {
    Kernel kernel =
        kernel("special: [large]", "1e-5", "BLOCK > 0", "{round: {N: 64}, ragged: {N: 77}}");
    var verification = new VerificationStrength(kernel, kernel.shapes(), STRONG);

    assertThat(verification.weaknesses()).isEmpty();
    assertThat(verification.summary())
        .isEqualTo("2 input sets, special inputs [large], 3 fuzzed shapes, sanitizer: finalists");
  }

  @Test
  void weaknesses_ofTheWeakestSettings_areAll() throws IOException {
    Kernel kernel = kernel("special: [none]", "0.01", "BLOCK > 0", "{round: {N: 64}}");

    assertThat(weak(kernel, new VerificationSettings(1, 0, VerificationSettings.Sanitizing.NEVER)))
        .containsExactly(
            "input sets",
            "special inputs",
            "tolerance of f32",
            "shapes",
            "fuzzed shapes",
            "sanitizer");
    assertThat(new VerificationStrength(kernel, kernel.shapes(), STRONG).weaknesses())
        .extracting(VerificationStrength.Weakness::remedy)
        .contains(
            "less than 0.00049 in "
                + folder.getFileName()
                + "/kernel.yaml; 'absolute' is for elements that cancel",
            "a shape such as {N: 65} in " + folder.getFileName() + "/kernel.yaml");
  }

  @Test
  void summary_ofAKernelThatSaysNothingOfSpecialInputs_listsTheUsualOnes() throws IOException {
    Kernel kernel =
        kernel("fill: normal", "1e-5", "BLOCK > 0", "{round: {N: 64}, ragged: {N: 77}}");
    var verification = new VerificationStrength(kernel, kernel.shapes(), STRONG);

    assertThat(verification.weaknesses()).isEmpty();
    assertThat(verification.summary())
        .contains("special inputs [large, tiny, constant, zero, sorted]");
  }

  @Test
  void weaknesses_whereAConstraintWantsRoundSizes_areNotTheShapes() throws IOException {
    Kernel kernel =
        kernel("special: [tiny]", "1e-5", "N % 8 == 0", "{round: {N: 64}, larger: {N: 128}}");

    assertThat(weak(kernel, STRONG)).isEmpty();
  }

  @Test
  void weaknesses_whereOnlyRoundShapesAreAsked_areTheShapes() throws IOException {
    Kernel kernel =
        kernel("special: [tiny]", "1e-5", "BLOCK > 0", "{round: {N: 64}, ragged: {N: 77}}");
    var verification = new VerificationStrength(kernel, List.of(kernel.shape("round")), STRONG);

    assertThat(verification.weaknesses())
        .extracting(VerificationStrength.Weakness::name)
        .containsExactly("shapes");
  }

  @Test
  void weaknesses_withoutADefault_areFoundAsFarAsNoParameterDecides() throws IOException {
    kernel("special: [tiny]", "1e-2", "BLOCK > 0 and N < 100", "{round: {N: 64}}");
    Path file = folder.resolve("kernel.yaml");
    Files.writeString(file, Files.readString(file).replace("default: {BLOCK: 8}", ""));
    Kernel kernel = KernelFile.at(folder).readUnsettled("cpu");

    assertThat(weak(kernel, STRONG)).containsExactly("tolerance of f32", "shapes");
  }
}
