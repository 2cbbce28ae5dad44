package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.search.Trial;
import org.junit.jupiter.api.Test;

final class StrategiesTest {

  @Test
  void named_joinedByPlus_lacksAllThosePieces() throws InterruptedException {
    assertThat(labels("no-crossover+no-refinement")).containsOnly("random");
    assertThat(labels("no-crossover+no-restarts")).contains("random", "refinement");
  }

  @Test
  void named_joinedWithItself_isTheSame() throws InterruptedException {
    assertThat(labels("no-refinement+no-refinement")).isEqualTo(labels("no-refinement"));
  }

  @Test
  void named_unknownOrEmpty_isRefused() {
    assertThatThrownBy(() -> Strategies.named("no-restarts+best", 1))
        .hasMessageContaining("no strategy 'best', only");
    assertThatThrownBy(() -> Strategies.named("no-crossover+no-refinement+no-immigration", 1))
        .hasMessageContaining("makes offspring");
  }

  /** Where the first sixty configurations came from. */
  private static List<String> labels(String strategy) throws InterruptedException {
    RecordedSpace space = TestSpaces.load().getFirst();
    var labels = new ArrayList<String>();
    Strategies.named(strategy, 1)
        .search(
            space.space(),
            7,
            proposal -> {
              labels.add(proposal.origin());
              return () ->
                  labels.size() > 60
                      ? Optional.empty()
                      : Optional.of(
                          new Trial(
                              proposal.configuration(),
                              space.of(proposal.configuration()).millis()));
            });
    return labels;
  }
}
