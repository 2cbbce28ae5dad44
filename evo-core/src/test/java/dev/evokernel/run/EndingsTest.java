package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.store.Budget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class EndingsTest extends PipelineFixture {

  private String sentence(Ending ending, boolean evaluationsSpent) {
    budget = new Budget(Duration.ofSeconds(45), 2000);
    var settings = new SearchSettings(32, 1, 4, new Patience(0.005, 50));
    var spec = as(spec(), "other", new SearchSpec(settings, budget));
    return Endings.of(ending, spec, 70, evaluationsSpent).sentence();
  }

  @Test
  void of_everyEnding_saysItsBound() {
    assertThat(sentence(Ending.SPACE_EXHAUSTED, false))
        .isEqualTo("The search ended: all 70 configurations were tried.");
    assertThat(sentence(Ending.BUDGET_SPENT, true))
        .isEqualTo("The search ended: all 2,000 evaluations of the budget were made.");
    assertThat(sentence(Ending.BUDGET_SPENT, false))
        .isEqualTo("The search ended: the budget's wall time of 45 s is spent.");
    assertThat(sentence(Ending.PATIENCE_SPENT, false))
        .isEqualTo(
            "The search ended: 50 proposals in a row, the most promising of what was left, were"
                + " expected to improve on the best by less than 0.5 %.");
    assertThat(Endings.STOPPED.isStop()).isTrue();
  }
}
