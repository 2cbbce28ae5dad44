package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.measure.FinalsProcess;
import org.junit.jupiter.api.Test;

final class PlannedProcessesTest {

  private static final double SECOND = 1e9;

  /**
   * 1 s to start a process, {@link #start} s the first, a verification of 0.5 s each, rounds of 10
   * ms each, 1 s after.
   */
  private FinalsPlan plan() {
    return new FinalsPlan(
        new FinalsOverhead(
            Math.round(SECOND),
            ahead,
            Math.round((start - 1) * SECOND),
            Math.round(sanitizing * SECOND),
            Math.round(SECOND)),
        0,
        0,
        Math.round(0.5 * SECOND),
        Map.of("small", 0.01 * SECOND),
        Map.of("small", 0.01 * SECOND),
        new FinalsTurns(devices, false));
  }

  private Optional<Duration> left = Optional.empty();
  private int devices = 1;
  private double start = 1;
  private int ahead;
  private double sanitizing;

  private PlannedProcesses planned() {
    return new PlannedProcesses(5, 60, plan(), () -> left);
  }

  @Test
  void next_noBoundOnTheTime_givesAll() {
    PlannedProcesses processes = planned();
    for (int done = 0; done < 5; done++) {
      assertThat(processes.next(done, 1))
          .extracting(FinalsProcess::number)
          .containsExactly(done + 1);
    }
    assertThat(processes.next(5, 1)).isEmpty();
  }

  @Test
  void next_shortTime_givesAsManyAsFit() {
    left = Optional.of(Duration.ofSeconds(6));
    PlannedProcesses processes = planned();

    // A process with the default and one other: 1 s to start, 1 s to verify, 5 rounds of 20 ms.
    assertThat(processes.next(0, 1)).extracting(FinalsProcess::of).containsExactly(2);
  }

  @Test
  void next_secondProcessFitsWithFewerFinalists_leavesTimeForIt() {
    // 1 s to start, 6.5 s to verify, 0.65 s of rounds; 1 s, 2 s and 0.2 s for the second; 1 s.
    left = Optional.of(Duration.ofMillis(12_400));
    assertThat(planned().next(0, 12))
        .singleElement()
        .satisfies(
            process -> {
              assertThat(process.of()).isEqualTo(2);
              assertThat(process.share()).isLessThan(0.6);
            });
    left = Optional.of(Duration.ofMillis(12_300));
    assertThat(planned().next(0, 12)).extracting(FinalsProcess::of).containsExactly(1);
    left = Optional.of(Duration.ofMillis(4_300));
    assertThat(planned().next(1, 12)).isEmpty();
    assertThat(planned().next(1, 3)).extracting(FinalsProcess::of).containsExactly(2);
  }

  @Test
  void next_processesThatAreOpen_areMore() {
    left = Optional.of(Duration.ofMillis(6_500));
    ahead = 3;

    // Three that take 1.1 s each, and a fourth that takes 1 s longer.
    assertThat(planned().next(0, 1)).extracting(FinalsProcess::of).containsExactly(4);
  }

  @Test
  void next_noTimeForSanitizers_stillHasTheProcessesOfADecision() {
    sanitizing = 30;
    left = Optional.of(Duration.ofSeconds(9));

    assertThat(planned().next(0, 1)).extracting(FinalsProcess::of).containsExactly(2);
  }

  @Test
  void next_baselinesThatTakeLongToStart_leaveFewerProcesses() {
    left = Optional.of(Duration.ofSeconds(6));
    start = 3;

    assertThat(planned().next(0, 1)).extracting(FinalsProcess::of).containsExactly(1);
  }

  @Test
  void next_timeThatWasSpentMeanwhile_endsEarly() {
    left = Optional.of(Duration.ofSeconds(60));
    PlannedProcesses processes = planned();
    assertThat(processes.next(0, 1)).extracting(FinalsProcess::of).containsExactly(5);

    left = Optional.of(Duration.ofSeconds(2));
    assertThat(processes.next(1, 1)).isEmpty();
  }

  @Test
  void next_noTimeToConfirmAll_isASecondProcessForAsManyAsFit() {
    left = Optional.of(Duration.ofMillis(4100));
    // 1 s to start, 0.5 s to verify the default and each, 5 rounds of 10 ms each, 1 s after.
    assertThat(planned().next(1, 3)).isEmpty();
    assertThat(planned().next(1, 2)).extracting(FinalsProcess::number).containsExactly(2);
    left = Optional.of(Duration.ofSeconds(2));
    assertThat(planned().next(1, 1)).isEmpty();
  }

  @Test
  void next_lessTimeTakenThanPlanned_addsProcesses() {
    left = Optional.of(Duration.ofSeconds(6));
    PlannedProcesses processes = planned();
    assertThat(processes.next(0, 1)).extracting(FinalsProcess::of).containsExactly(2);

    left = Optional.of(Duration.ofMillis(5500));
    assertThat(processes.next(1, 1)).extracting(FinalsProcess::of).containsExactly(3);
  }

  @Test
  void next_share_isWhatRemainsForThisProcess() {
    PlannedProcesses processes = planned();

    // Each starts for 1 s, verifies for 1 s and has 12 rounds of 20 ms.
    assertThat(processes.next(0, 1).getFirst().share()).isCloseTo(1.24 / (5 * 2.24), within(1e-9));
    assertThat(processes.next(4, 1).getFirst().share()).isCloseTo(1.24 / 2.24, within(1e-9));

    start = 8;
    double own = 7 + 1.24;
    assertThat(planned().next(0, 1).getFirst().share())
        .isCloseTo(own / (1 + own + 4 * 2.24), within(1e-9));
  }

  @Test
  void next_onTwoDevices_givesAllAtOnceAndEachItsPartOfItsDevicesTime() {
    devices = 2;
    List<FinalsProcess> all = planned().next(0, 1);

    assertThat(all).extracting(FinalsProcess::number).containsExactly(1, 2, 3, 4, 5);
    // One device holds 1, 4 and 5, the other one 2 and 3.
    assertThat(all.get(0).share()).isCloseTo(1.24 / (3 * 2.24), within(1e-9));
    assertThat(all.get(1).share()).isCloseTo(1.24 / (2 * 2.24), within(1e-9));
    assertThat(all.get(2).share()).isCloseTo(1.24 / 2.24, within(1e-9));
    assertThat(all.get(3).share()).isCloseTo(1.24 / (2 * 2.24), within(1e-9));
    assertThat(all.get(4).share()).isCloseTo(1.24 / 2.24, within(1e-9));
    assertThat(planned().next(5, 1)).isEmpty();
  }

  @Test
  void next_shortTimeOnTwoDevices_givesMoreThanOnOne() {
    devices = 2;
    left = Optional.of(Duration.ofSeconds(6));

    assertThat(planned().next(0, 1)).hasSize(4);
  }
}
