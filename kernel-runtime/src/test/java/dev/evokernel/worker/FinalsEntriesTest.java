package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.Binary;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FinalsEntriesTest {

  private static final Rejected CRASH = new Rejected(Rejection.CRASH, "a", "Signal 11.");
  private static final Supervisor.Answer.Lost LOST =
      new Supervisor.Answer.Lost(CRASH, new Reply.Progress("", "", 0), Loss.DIED);

  private final FinalsEntries entries =
      new FinalsEntries(
          Stream.of(1L, 2L, 3L).map(FinalsEntriesTest::finalist).toList(),
          (_, _) -> Optional.of(finalist(4)));

  private static Finalist finalist(long block) {
    return new Finalist(
        new Configuration(Map.of("BLOCK", Value.of(block))),
        new Binary(Path.of("b"), "" + block, 1));
  }

  @Test
  void ended_afterALoss_isTheOneThatRanOnce() throws InterruptedException {
    assertThat(entries.ended()).isEmpty();
    entries.lost(1, LOST);
    assertThat(entries.ended()).hasValue(1);
    assertThat(entries.ended()).isEmpty();
  }

  @Test
  void ended_afterAFailure_countsInTheOrderOfEntry() throws InterruptedException {
    entries.failed(0, CRASH);
    assertThat(entries.ended()).hasValue(0);
    entries.lost(2, LOST); // The successor, behind the two that are left.
    assertThat(entries.ended()).hasValue(3);
    assertThat(entries.present())
        .extracting(one -> one.binary().digest())
        .isEqualTo(List.of("2", "3", "4"));
  }
}
