package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Saxpy;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every fault, and of the lying kernels a sample, as a user provokes them. */
final class SelfTestIT {

  @Test
  @Tag("full")
  void doctor_selfTestOnTheCpu_provokesEveryFaultAndFindsEveryLineRight() {
    Saxpy.assumeCompiler();

    Execution execution =
        Execution.line("doctor --self-test --only faults --device cpu --format json");

    assertThat(execution.code()).as("%s%n%s", execution.out(), execution.err()).isZero();
    JsonNode table = JsonMapper.builder().build().readTree(execution.out());
    assertThat(table.get("right").booleanValue()).isTrue();
    assertThat(table.get("faults"))
        .allSatisfy(line -> assertThat(line.get("provoked").intValue()).isEqualTo(1));
    assertThat(table.findValuesAsString("fault"))
        .containsAll(
            List.of(
                "compile error",
                "compiler that hangs",
                "compiler killed",
                "binary that will not load",
                "memory exhausted",
                "illegal address",
                "misaligned address",
                "trap",
                "infinite loop",
                "write past an output's end",
                "write into an input",
                "NaN",
                "wrong in one element",
                "right at first, wrong the tenth time",
                "differs between runs",
                "worker killed from outside",
                "worker stopped (SIGSTOP)",
                "disk full",
                "database locked for a second",
                "database locked for good"));
  }

  /** One of each family; all of them with {@code -Devo.lies=lies}. */
  @Test
  @Tag("full")
  void doctor_selfTestWithLyingKernels_letsTheHonestLeadAndNoLie() {
    Saxpy.assumeCompiler();
    String sample =
        "honest_fast,memo_by_address,idle_when_samples_right,works_every_4th,idle_when_called_soon,"
            + "reads_behind_its_input,wrong_on_constant_inputs,wrong_in_launch_200,spinning_thread";

    Execution execution =
        Execution.line(
            "doctor --self-test --only "
                + System.getProperty("evo.lies", sample)
                + " --device cpu --format json");

    assertThat(execution.code()).as("%s%n%s", execution.out(), execution.err()).isZero();
    JsonNode table = JsonMapper.builder().build().readTree(execution.out());
    assertThat(table.get("right").booleanValue()).isTrue();
    assertThat(table.get("lies").get(0).get("stage").stringValue()).isEqualTo("led");
    assertThat(table.get("lies"))
        .hasSizeGreaterThan(8)
        .allSatisfy(line -> assertThat(line.get("right").booleanValue()).isTrue());
  }

  @Tag("full")
  @Test
  void doctor_selfTestWithOneLyingKernel_letsItNotLead() {
    Saxpy.assumeCompiler();

    Execution execution =
        Execution.line(
            "doctor --self-test --only wrong_on_constant_inputs --device cpu --format json");

    assertThat(execution.code()).as("%s%n%s", execution.out(), execution.err()).isZero();
    JsonNode table = JsonMapper.builder().build().readTree(execution.out());
    assertThat(table.get("lies")).hasSize(1);
    assertThat(table.get("lies").get(0).get("stage").stringValue()).isNotEqualTo("led");
    assertThat(table.get("right").booleanValue()).isTrue();
  }

  @Test
  void doctor_selfTestOfALieThatThereIsNot_isRefusedAndNamesThem() {
    Execution execution =
        Execution.of("doctor", "--self-test", "--device", "cpu", "--only", "idle");

    assertThat(execution.code()).isEqualTo(2);
    assertThat(execution.err()).contains("was 'idle'").contains("memo_by_address");
  }

  @Test
  void doctor_selfTestTooOften_isRefused() {
    Execution execution = Execution.of("doctor", "--self-test", "--repeat", "33");

    assertThat(execution.code()).isEqualTo(2);
    assertThat(execution.err()).contains("--repeat must be from 1 to 32, was 33.");
  }

  @Test
  void doctor_repeatWithoutSelfTest_isRefused() {
    Execution execution = Execution.of("doctor", "--repeat", "3");

    assertThat(execution.code()).isEqualTo(2);
    assertThat(execution.err()).contains("--self-test");
  }
}
