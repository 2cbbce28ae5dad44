package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole table, as a user provokes it. */
@Timeout(300)
final class SelfTestIT {

  @Test
  void doctor_selfTestOnTheCpu_provokesEveryFaultAndFindsEveryLineRight() {
    Saxpy.assumeCompiler();

    Execution execution =
        Execution.of("doctor", "--self-test", "--device", "cpu", "--format", "json");

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
