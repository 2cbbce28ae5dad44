package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
  void isRight_ofAWrongLine_isNot() {
    assertThat(report("cpu", List.of(RIGHT)).isRight()).isTrue();
    assertThat(report("cpu", List.of(RIGHT, WRONG)).isRight()).isFalse();
  }
}
