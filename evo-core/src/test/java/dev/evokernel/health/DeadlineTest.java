package dev.evokernel.health;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import org.junit.jupiter.api.Test;

final class DeadlineTest {

  private static final Duration HARD = Duration.ofSeconds(30);

  private static Deadline after(long... millis) {
    var deadline = new Deadline(HARD);
    for (long one : millis) {
      deadline.measured(Duration.ofMillis(one).toNanos());
    }
    return deadline;
  }

  @Test
  void first_nothingMeasured_isTheHardLimit() {
    assertThat(after().first()).isEqualTo(HARD);
    assertThat(after().second()).isEqualTo(HARD);
  }

  @Test
  void first_followsTheLongest() {
    assertThat(after(300, 500, 200).first()).isEqualTo(Duration.ofMillis(1000 + 5 * 500));
  }

  @Test
  void second_isTwiceAsLong() {
    assertThat(after(500).second()).isEqualTo(Duration.ofMillis(2 * (1000 + 5 * 500)));
  }

  @Test
  void first_bothAttemptsTogetherNoCheaperThanTheHardLimit_isTheHardLimit() {
    assertThat(after(1_799).first()).isEqualTo(Duration.ofMillis(9_995));
    assertThat(after(1_800).first()).isEqualTo(HARD);
    assertThat(after(1_800).second()).isEqualTo(HARD);
  }

  @Test
  void first_forgetsWhatIsLongAgo() {
    Deadline deadline = after(1_500);
    for (int i = 0; i < Deadline.MEMORY - 1; i++) {
      deadline.measured(Duration.ofMillis(100).toNanos());
    }
    assertThat(deadline.first()).isEqualTo(Duration.ofMillis(8_500));
    deadline.measured(Duration.ofMillis(100).toNanos());
    assertThat(deadline.first()).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void after_earlierSessions_countsWhatWasMeasuredAndNothingElse() {
    Deadline deadline =
        Deadline.after(
            HARD,
            Stream.of(
                    candidate(1, evaluation(1, Duration.ofMillis(400))),
                    candidate(2, evaluation(1, Duration.ZERO)),
                    candidate(
                        3,
                        Examples.ended(
                            Examples.rejected(Rejection.TIMEOUT),
                            OptionalDouble.empty(),
                            "",
                            0,
                            HARD.toNanos(),
                            Examples.NOW)))
                .toList());
    assertThat(deadline.first()).isEqualTo(Duration.ofSeconds(3));
  }

  private static Evaluation evaluation(double objective, Duration evaluated) {
    return Examples.ended(
        Examples.measured(1000, 100),
        OptionalDouble.of(objective),
        "digest",
        0,
        evaluated.toNanos(),
        Examples.NOW);
  }

  private static Candidate candidate(int number, Evaluation evaluation) {
    return new Candidate(
        "run", new Proposal(number, 0, "random", Saxpy.block(16)), 1, Optional.of(evaluation));
  }
}
