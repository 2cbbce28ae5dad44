package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

public final class FaultTableTest {

  public static final FaultLine RIGHT =
      new FaultLine(
          "trap", "crash", 2, 2, 2, 2, Duration.ofMillis(640), "SIGILL at fault | here", "");
  public static final FaultLine WRONG =
      new FaultLine(
          "NaN",
          "not-finite",
          2,
          1,
          2,
          2,
          Duration.ZERO,
          "",
          "Expected not-finite, and recorded is measured: ");

  public static SelfTestReport report(String device, List<FaultLine> lines) {
    return new SelfTestReport(device, Optional.of(lines), Optional.empty());
  }

  @Test
  void text_everyLineRight_saysSo() {
    var table = report("cpu (A, 2 cores)", List.of(RIGHT));

    assertThat(table.isRight()).isTrue();
    assertThat(table.text())
        .contains("ok  trap   crash")
        .contains("0.6 s  SIGILL at fault")
        .contains("Passed: 2 faults injected on cpu (A, 2 cores)");
  }

  @Test
  void text_oneLineWrong_marksItAndSaysWhy() {
    var table = report("cpu", List.of(RIGHT, WRONG));

    assertThat(table.isRight()).isFalse();
    assertThat(table.text())
        .contains("WRONG  NaN")
        .contains("NaN: Expected not-finite, and recorded is measured")
        .contains("Failed: 1 of 2 lines on cpu.");
  }

  @Test
  void markdownAndJson_ofTheSame_haveEveryColumn() {
    var table = report("cpu", List.of(RIGHT, WRONG));

    assertThat(table.markdown()).contains("| ok | trap | crash | 2 | 2 | 2 | 2 | 0.6 s |");
    var json = JsonMapper.builder().build().readTree(table.json());
    assertThat(json.get("right").booleanValue()).isFalse();
    assertThat(json.get("faults").get(0).get("lost_seconds").doubleValue()).isEqualTo(0.64);
    assertThat(json.get("faults").get(1).get("recorded").intValue()).isEqualTo(1);
  }
}
