package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.PortfolioDecision;
import dev.evokernel.store.record.Role;
import org.junit.jupiter.api.Test;

final class PortfolioChoiceTest {

  private final List<FinalistMeasurement> results = new ArrayList<>();

  private void finalist(int number, Role role, double small, double ragged) {
    for (Measurement one : Examples.measured(small, ragged).measurements()) {
      results.add(
          new FinalistMeasurement(
              number,
              role,
              one.shape(),
              ProcessSamples.of(one.samples()),
              OptionalDouble.empty(),
              Optional.empty(),
              DeviceState.UNKNOWN));
    }
  }

  private Optional<PortfolioDecision> decided(double within, Integer... excluded) {
    return PortfolioChoice.of(
            PortfolioSelectionTest.spec(Optional.of(new PortfolioSettings(within, 4))))
        .orElseThrow()
        .decide(
            new FinalsDecision(results, new Verdict(true, List.of("so")), List.of()),
            Set.of(excluded));
  }

  @Test
  void decide_eachShapeItsOwnWinner_dispatchesToThemAndIsJudgedAsOne() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(4, Role.CHAMPION, 700, 70);
    finalist(2, Role.FINALIST, 500, 110);
    finalist(3, Role.FINALIST, 1500, 40);

    PortfolioDecision decision = decided(0.01).orElseThrow();

    assertThat(decision.dispatched()).isEqualTo(Map.of("small", 2, "ragged", 3));
    assertThat(decision.sets())
        .extracting(PortfolioDecision.CandidateSet::candidates)
        .containsExactly(List.of(4), List.of(2, 3));
    assertThat(decision.choice().speedUp()).isBetween(2.2, 2.27);
    assertThat(decision.choice().greatestLoss()).isZero();
    assertThat(decision.sets().getFirst().greatestLoss()).isBetween(0.74, 0.76);
    assertThat(decision.verdict().accepted()).isTrue();
  }

  @Test
  void decide_shapeThatIsLeftToTheDefault_isNotOneThatHasToBeWon() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(2, Role.FINALIST, 500, 110);

    PortfolioDecision decision = decided(0.01).orElseThrow();

    assertThat(decision.dispatched()).isEqualTo(Map.of("small", 2, "ragged", 1));
    assertThat(decision.verdict().accepted()).isTrue();
    assertThat(decision.verdict().reasons()).singleElement().asString().startsWith("small: faster");
  }

  @Test
  void decide_shapeOnWhichNothingIsFasterByEnough_isLeftToTheDefault() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(4, Role.FINALIST, 900, 99);
    finalist(2, Role.FINALIST, 500, 110);

    PortfolioDecision decision = decided(0.001).orElseThrow();

    assertThat(decision.dispatched()).isEqualTo(Map.of("small", 2, "ragged", 1));
    assertThat(decision.verdict().accepted()).isTrue();
  }

  @Test
  void decide_setThatIsRefusedEitherWay_isTheFastest() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(2, Role.FINALIST, 990, 99);

    PortfolioDecision decision = decided(0).orElseThrow();

    assertThat(decision.dispatched()).isEqualTo(Map.of("small", 2, "ragged", 2));
    assertThat(decision.verdict().accepted()).isFalse();
  }

  @Test
  void decide_championThatIsHardlySlowerThanTheFastest_isTheSet() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(2, Role.FINALIST, 500, 50);
    finalist(4, Role.CHAMPION, 504, 50.2);

    assertThat(decided(0.01).orElseThrow().choice().candidates()).containsExactly(4);
    assertThat(decided(0).orElseThrow().choice().candidates()).containsExactly(2);
  }

  @Test
  void decide_aMemberThatIsExcluded_doesWithoutIt() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(4, Role.CHAMPION, 700, 70);
    finalist(2, Role.FINALIST, 500, 110);

    assertThat(decided(0.01, 2).orElseThrow().dispatched())
        .isEqualTo(Map.of("small", 4, "ragged", 4));
    assertThat(decided(0.01, 2, 4)).isEmpty();
  }

  @Test
  void of_searchForAChampion_isEmpty() {
    assertThat(PortfolioChoice.of(PortfolioSelectionTest.spec(Optional.empty()))).isEmpty();
  }

  @Test
  void decide_nothingFasterThanTheDefault_dispatchesToItAndIsNotAccepted() {
    finalist(1, Role.DEFAULT, 1000, 100);
    finalist(2, Role.FINALIST, 1200, 130);

    PortfolioDecision decision = decided(0.01).orElseThrow();

    assertThat(decision.dispatched()).isEqualTo(Map.of("small", 1, "ragged", 1));
    assertThat(decision.verdict().accepted()).isFalse();
  }
}
