package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.lab.Lie.LieLine;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class LieTableTest {

  private static final LieLine HONEST =
      line("honest_fast", Lie.Stage.LED, "", OptionalDouble.of(11.72), true);
  private static final LieLine STOPPED =
      line("idle", Lie.Stage.EVALUATION, "suspicious", OptionalDouble.empty(), true);
  private static final LieLine LEADS =
      line("memo", Lie.Stage.LED, "", OptionalDouble.of(134), false);

  @Test
  void text_everyLieStopped_saysSo() {
    var table = report("cpu (A, 2 cores)", List.of(HONEST, STOPPED));

    assertThat(table.isRight()).isTrue();
    assertThat(table.text())
        .containsPattern("ok +honest_fast +does so +LED +11.7× +0.13 s +because")
        .contains("Passed: 2 kernels on cpu (A, 2 cores); no cheating kernel leads.");
  }

  @Test
  void text_oneLieLeads_namesIt() {
    var table = report("cpu", List.of(HONEST, STOPPED, LEADS));

    assertThat(table.isRight()).isFalse();
    assertThat(table.text())
        .contains("memo: LED : because")
        .contains("Failed: 1 of 3 lines on cpu; in 1 a cheating kernel leads");
  }

  @Test
  void isRight_honestKernelDoesNotLead_isNot() {
    LieLine accused =
        line("honest_fast", Lie.Stage.EVALUATION, "suspicious", OptionalDouble.empty(), false);

    assertThat(accused.isFooled()).isTrue();
    assertThat(report("cpu", List.of(accused)).isRight()).isFalse();
  }

  @Test
  void json_ofBothTables_isOneObject() {
    var report =
        new SelfTestReport(
            "cpu", Optional.of(List.of(FaultTableTest.RIGHT)), Optional.of(List.of(HONEST, LEADS)));

    var json = JsonMapper.builder().build().readTree(report.json());
    assertThat(json.get("right").booleanValue()).isFalse();
    assertThat(json.get("faults")).hasSize(1);
    assertThat(json.get("lies").get(1).get("speedup").doubleValue()).isEqualTo(134);
    assertThat(report.markdown()).contains("| WRONG | memo | does so | LED |  | 134.0× | 0.13 s |");
  }

  private static SelfTestReport report(String device, List<LieLine> lines) {
    return new SelfTestReport(device, Optional.empty(), Optional.of(lines));
  }

  private static LieLine line(
      String name, Lie.Stage stage, String reason, OptionalDouble speedUp, boolean expected) {
    return new LieLine(
        name, "does so", stage, reason, speedUp, Duration.ofMillis(130), "because", expected);
  }
}
