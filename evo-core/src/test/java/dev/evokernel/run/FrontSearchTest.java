package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Evaluation;
import io.jenetics.ext.moea.Vec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrontSearchTest {

  private static final int STEPS = 25;
  private static final int OTHERS = 9;

  /** What counts as covered by a front: everything up to here that it beats. */
  private static final double REFERENCE = 2.2;

  /** 18,225 configurations; the first parameter goes along the front, the others towards it. */
  private static final SearchSpace SPACE =
      Spaces.space(
          List.of(
              Spaces.range("SPLIT", 1, STEPS),
              Spaces.range("A", 1, OTHERS),
              Spaces.range("B", 1, OTHERS),
              Spaces.range("C", 1, OTHERS)));

  private static final Configuration DEFAULT = SPACE.configuration(new int[] {12, 0, 8, 0});
  private static final Objective OBJECTIVE =
      new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));

  private final List<Proposal> proposed = new ArrayList<>();
  private boolean isConcave;

  /** Time and error, as in the problems ZDT1 and ZDT2 (Zitzler and others, 2000). */
  private double[] values(int[] choices) {
    double along = choices[0] / (STEPS - 1.0);
    double away =
        1 + (Math.abs(choices[1] - 5) + Math.abs(choices[2] - 2) + Math.abs(choices[3] - 7)) / 12.0;
    double error =
        isConcave ? away * (1 - Math.pow(along / away, 2)) : away - Math.sqrt(along * away);
    return new double[] {0.1 + along, error};
  }

  private Evaluation evaluation(Configuration configuration) {
    int[] choices = SPACE.choices(configuration);
    if (choices[1] + choices[2] == 3) {
      return Examples.evaluation(new Rejected(Rejection.WRONG_RESULT, "", "made up"), 0);
    }
    double[] values = values(choices);
    var error = new OutputComparison("y", 1, 0, 0, 0, 1, 1, values[1]);
    var measured =
        new Measured(
            List.of(new Measurement("only", Samples.of(1000 * values[0]), 1, List.of(error))));
    return Examples.ended(measured, OptionalDouble.of(values[0]), "", 0, 0, Examples.NOW);
  }

  /** Answers so many proposals. */
  private DetailedEvaluator budget(int evaluations) {
    return new DetailedEvaluator() {
      @Override
      public Pending begin(Proposal proposal) {
        if (proposed.size() == evaluations) {
          return Optional::empty;
        }
        proposed.add(proposal);
        Configuration configuration = proposal.configuration();
        return () -> Optional.of(new Trial(configuration, evaluation(configuration).objective()));
      }

      @Override
      public Evaluation evaluation(Configuration configuration) {
        return FrontSearchTest.this.evaluation(configuration);
      }
    };
  }

  private void explore(SearchSpace space, int evaluations, SearchSettings settings) {
    new FrontSearch(OBJECTIVE, settings, DEFAULT)
        .explore(space, List.of(new InitialConfiguration(DEFAULT, "default")), budget(evaluations));
  }

  private SequencedMap<Configuration, Vec<double[]>> measured(List<Configuration> some) {
    var all = new LinkedHashMap<Configuration, Vec<double[]>>();
    for (Configuration configuration : some) {
      if (evaluation(configuration).outcome() instanceof Measured) {
        all.put(configuration, Vec.of(values(SPACE.choices(configuration))));
      }
    }
    return all;
  }

  private List<Configuration> everything() {
    return IntStream.range(0, STEPS * OTHERS * OTHERS * OTHERS)
        .mapToObj(
            i ->
                SPACE.configuration(
                    new int[] {
                      i % STEPS,
                      i / STEPS % OTHERS,
                      i / STEPS / OTHERS % OTHERS,
                      i / STEPS / OTHERS / OTHERS
                    }))
        .toList();
  }

  /** The area that a front beats: its hypervolume, of two numbers. */
  private static double area(Front<Configuration> front) {
    double area = 0;
    double height = REFERENCE;
    for (var member : front.members()) {
      double[] at = member.values().data();
      area += Math.max(0, REFERENCE - at[0]) * Math.max(0, height - at[1]);
      height = Math.min(height, at[1]);
    }
    return area;
  }

  private double covered(double all) {
    var found = Front.of(measured(proposed.stream().map(Proposal::configuration).toList()));
    return area(found) / all;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void explore_aThirtiethOfTheSpace_findsNearlyAllOfTheFront(boolean concave) {
    findsNearlyAll(concave, 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("full")
  void explore_withThreeSeeds_findsNearlyAllOfTheFrontEachTime(boolean concave) {
    findsNearlyAll(concave, 3);
  }

  private void findsNearlyAll(boolean concave, int seeds) {
    isConcave = concave;
    double all = area(Front.of(measured(everything())));
    for (long seed = 1; seed <= seeds; seed++) {
      proposed.clear();
      explore(SPACE, 600, new SearchSettings(32, seed, 8));
      assertThat(proposed).hasSize(600);
      assertThat(covered(all)).as("seed %d", seed).isGreaterThan(0.985);
    }
  }

  @Test
  void explore_again_proposesTheSameAndNothingTwice() {
    var settings = new SearchSettings(16, 7, 8);
    explore(SPACE, 180, settings);
    var longer = List.copyOf(proposed);
    proposed.clear();
    explore(SPACE, 90, settings);
    assertThat(proposed).isEqualTo(longer.subList(0, 90));
    assertThat(new HashSet<>(longer.stream().map(Proposal::configuration).toList())).hasSize(180);
    assertThat(longer.getFirst().configuration()).isEqualTo(DEFAULT);
    assertThat(longer).extracting(Proposal::generation).isSorted().contains(0, 1, 2);
  }

  /** What earlier turns measured is known, so that a turn of 16 need not begin with two at once. */
  @Test
  void explore_laterTurns_haveAllInFlightThatMayBe() {
    var underWay = new AtomicInteger();
    var most = new AtomicInteger();
    DetailedEvaluator answers = budget(180);
    var watched =
        new DetailedEvaluator() {
          @Override
          public Pending begin(Proposal proposal) {
            int now = underWay.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
            Pending pending = answers.begin(proposal);
            return () -> {
              underWay.decrementAndGet();
              return pending.trial();
            };
          }

          @Override
          public Evaluation evaluation(Configuration configuration) {
            return answers.evaluation(configuration);
          }
        };
    new FrontSearch(OBJECTIVE, new SearchSettings(16, 7, 14), DEFAULT)
        .explore(SPACE, List.of(new InitialConfiguration(DEFAULT, "default")), watched);
    assertThat(most).hasValue(14);
  }

  @Test
  void explore_aSmallSpace_evaluatesAllOfItOnceAndEnds() {
    SearchSpace small =
        Spaces.space(
            List.of(
                Spaces.range("SPLIT", 1, STEPS),
                Spaces.integers("A", 1, 5),
                Spaces.integers("B", 9),
                Spaces.integers("C", 1, 7)));
    explore(small, Integer.MAX_VALUE, new SearchSettings(8, 7, 3));
    assertThat(proposed).hasSize(STEPS * 4);
  }

  @Test
  void weight_turnAfterTurn_takesTheEndsAndThenHalvesWhatIsLeft() {
    assertThat(IntStream.range(0, 7).mapToDouble(FrontSearch::weight))
        .containsExactly(1.0, 0.0, 0.5, 0.25, 0.75, 0.125, 0.625);
  }
}
