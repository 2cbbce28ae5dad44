package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LieTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cuda"})
  void of_backend_areTheValuesOfTheKernelsParameter(String backend) throws IOException {
    Kernel kernel = KernelReader.read(ShippedSources.lying(folder), backend);
    var names = new ArrayList<String>(List.of("honest_slow"));
    Lie.of(backend).forEach(lie -> names.add(lie.name()));

    assertThat(kernel.parameters()).hasSize(1);
    assertThat(kernel.parameters().getFirst().values())
        .containsExactlyElementsOf(names.stream().map(Value::ofPlain).toList());
  }

  @Test
  void of_bothBackends_areMoreThanAHundred() {
    assertThat(Lie.of("cpu")).hasSizeGreaterThan(60);
    assertThat(Lie.of("cuda")).hasSizeGreaterThan(40);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cuda"})
  void of_backend_expectsReasonsThatExistAndNoLieToLead(String backend) {
    List<String> labels = Arrays.stream(Rejection.values()).map(Rejection::label).toList();

    assertThat(Lie.of(backend))
        .allSatisfy(
            lie -> {
              assertThat(labels).as(lie.name()).containsAll(lie.reasons());
              assertThat(lie.stages().contains(Lie.Stage.LED))
                  .as(lie.name())
                  .isEqualTo(lie.equals(Lie.HONEST) || lie.deed().endsWith("may lead"));
            });
  }

  @Test
  void parse_lineOfFourFields_hasThem() {
    Lie lie = Lie.parse("idle | evaluation, finals | wrong-result, suspicious | does nothing");

    assertThat(lie)
        .isEqualTo(
            new Lie(
                "idle",
                Set.of(Lie.Stage.EVALUATION, Lie.Stage.FINALS),
                Set.of("wrong-result", "suspicious"),
                "does nothing"));
  }

  @Test
  void parse_otherLine_isRefused() {
    assertThatThrownBy(() -> Lie.parse("idle | evaluation | does nothing"))
        .hasMessageContaining("four fields");
    assertThatThrownBy(() -> Lie.parse("idle | soon | suspicious | does nothing"))
        .hasMessageContaining("Unknown stage 'soon'");
  }

  @Test
  void isExpected_otherReasonOrOtherStage_isNot() {
    Lie lie = Lie.parse("idle | evaluation | wrong-result | does nothing");

    assertThat(lie.isExpected(Lie.Stage.EVALUATION, "wrong-result")).isTrue();
    assertThat(lie.isExpected(Lie.Stage.EVALUATION, "crash")).isFalse();
    assertThat(lie.isExpected(Lie.Stage.FINALS, "wrong-result")).isFalse();
    assertThat(lie.isExpected(Lie.Stage.LED, "")).isFalse();
  }
}
