package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.lab.FaultLine.InjectionResult;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FaultsTest {

  private static final InjectionResult GOOD =
      new InjectionResult(
          "trap", "crash", "crash", "SIGILL", true, true, true, Duration.ofSeconds(1), "");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cuda"})
  void of_backend_areConfigurationsOfItsKernelEachWithAStepOfItsOwn(String backend)
      throws IOException {
    Kernel kernel = KernelReader.read(ShippedSources.fault(folder), backend);
    List<Fault> faults = Fault.all(backend);

    assertThat(faults).extracting(Fault::name).doesNotHaveDuplicates();
    assertThat(faults).hasSizeLessThan(32);
    for (Fault fault : faults) {
      Configuration faulty = fault.applied(kernel.defaultConfiguration());
      kernel
          .parameters()
          .forEach(
              parameter ->
                  assertThat(parameter.values())
                      .as(fault.name())
                      .contains(faulty.value(parameter.name())));
    }
  }

  @Test
  void isExpected_otherReasonOrOtherWords_isNot() {
    Fault trap = Fault.parse("cpu | trap | FAULT=traps | - | crash | Illegal instruction");

    assertThat(trap.isExpected(new Rejected(Rejection.CRASH, "", "Illegal instruction in fault.")))
        .isTrue();
    assertThat(trap.isExpected(new Rejected(Rejection.CRASH, "", "Segfault in fault."))).isFalse();
    assertThat(trap.isExpected(new Rejected(Rejection.TIMEOUT, "", "Illegal instruction")))
        .isFalse();
  }

  @Test
  void line_everythingEveryTime_isRight() {
    FaultLine line = FaultLine.of(List.of(GOOD, GOOD));

    assertThat(line.isRight()).isTrue();
    assertThat(line.recorded()).isEqualTo(2);
  }

  @Test
  void line_anythingOnce_isWrongAndSaysWhat() {
    assertThat(wrong(false, true, true, "").complaint()).startsWith("Expected crash");
    assertThat(wrong(true, false, true, "").complaint()).contains("was not measured");
    assertThat(wrong(true, true, false, "").complaint()).contains("launched again");
    assertThat(wrong(true, true, true, "Process 7 is still alive.").complaint())
        .contains("7 is still alive");
  }

  private static FaultLine wrong(
      boolean right, boolean unaffected, boolean untried, String complaint) {
    FaultLine line =
        FaultLine.of(
            List.of(
                new InjectionResult(
                    "trap",
                    "crash",
                    "measured",
                    "",
                    right,
                    unaffected,
                    untried,
                    Duration.ZERO,
                    complaint),
                GOOD));
    assertThat(line.isRight()).isFalse();
    return line;
  }
}
