package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.UnknownOutputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LearningOrderTest {

  private static final SearchSpace LARGE = Landscape.large();
  private static final Function<Configuration, Trial> RUGGED = Landscape.rugged(LARGE, 7);

  private static final int EVALUATIONS = 150;

  /** Every fifth configuration is rejected. */
  private static Trial outcome(Proposal proposal) {
    Configuration configuration = proposal.configuration();
    return configuration.hashCode() % 5 == 0
        ? Trial.rejected(configuration)
        : RUGGED.apply(configuration);
  }

  private static void run(Evaluator evaluator, int inFlight, SearchContext context) {
    new Search(LARGE, new SearchSettings(16, 42, inFlight), List.of()).run(evaluator, context);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 64})
  void run_ofEnds_repeatsTheProposalsWhereTheOrderIsRepeated(int inFlight) {
    var first = new ShuffledEnds(LearningOrderTest::outcome, 1, EVALUATIONS);
    run(first, inFlight, SearchContext.alone());
    var again = new ShuffledEnds(LearningOrderTest::outcome, 2, EVALUATIONS).repeating(first);
    run(again, inFlight, SearchContext.alone());
    assertThat(again.proposals).isEqualTo(first.proposals).hasSize(EVALUATIONS);
    var other = new ShuffledEnds(LearningOrderTest::outcome, 2, EVALUATIONS);
    run(other, inFlight, SearchContext.alone());
    assertThat(other.proposals).isNotEqualTo(first.proposals);
  }

  @Test
  void run_ofEndsForAPortfolio_repeatsTheProposalsWhereTheOrderIsRepeated() {
    List<Function<Configuration, Trial>> shapes = List.of(RUGGED, Landscape.rugged(LARGE, 31));
    Function<Proposal, Trial> outcomes = proposal -> Landscape.onShapes(proposal, shapes);
    SearchContext context = Contexts.on(UnknownOutputs.of(2, 0.5, 1), SearchContext.alone());
    var first = new ShuffledEnds(outcomes, 1, 60);
    run(first, 8, context);
    var again = new ShuffledEnds(outcomes, 2, 60).repeating(first);
    SearchContext other = Contexts.on(UnknownOutputs.of(2, 0.5, 1), SearchContext.alone());
    run(again, 8, other);
    assertThat(again.proposals).isEqualTo(first.proposals).hasSize(60);
  }

  @Test
  void run_stragglerInFlight_holdsUpItsOwnSlotAlone() {
    var ends = new ShuffledEnds(LearningOrderTest::outcome, 1, EVALUATIONS);
    run(ends, 16, SearchContext.alone());
    assertThat(ends.longest).as("proposals while a straggler was in flight").isGreaterThan(100);
    var lagging = new ShuffledEnds(LearningOrderTest::outcome, 1, EVALUATIONS);
    run(lagging.inOrder(), 16, SearchContext.alone());
    assertThat(lagging.longest).isEqualTo(16);
  }

  @Test
  void run_stragglersInGeneration0_holdUpNoOffspring() {
    var ends = new ShuffledEnds(LearningOrderTest::outcome, 1, 60);
    Set<Integer> stragglers = Set.of(3, 5);
    var waiting = new AtomicInteger();
    var evaluator =
        new Evaluator() {
          @Override
          public Pending begin(Proposal proposal) {
            return ends.begin(proposal);
          }

          @Override
          public List<Integer> next(int learnt, List<Integer> inFlight) {
            Optional<Integer> other =
                inFlight.stream().filter(Predicate.not(stragglers::contains)).findFirst();
            waiting.compareAndSet(0, other.isEmpty() ? learnt : 0);
            return List.of(other.orElse(inFlight.getFirst()));
          }
        };
    run(evaluator, 16, SearchContext.alone());
    assertThat(ends.proposals).hasSize(60);
    assertThat(waiting).as("learnt when only stragglers were in flight").hasValue(0);
  }
}
