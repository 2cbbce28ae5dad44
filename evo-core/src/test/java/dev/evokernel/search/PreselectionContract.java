package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import org.junit.jupiter.api.Test;

/** What holds for a preselection, whatever it goes by. */
abstract class PreselectionContract {

  private static final int CAPACITY = 16;

  private final SearchSpace small =
      Spaces.space(List.of(Spaces.range("A", 1, 6), Spaces.range("B", 1, 8)), "A != B");

  /** The implementation under test. */
  abstract Preselection preselection(
      SearchSpace space, ProposedSet proposed, VariationOperators operators, RandomStream random);

  /** A preselection with what surrounds it in a search. */
  final class Trials {

    private final SearchSpace space;
    private final ProposedSet proposed;
    private final Preselection preselection;
    private final Population population = new Population(CAPACITY);
    private final List<Individual> begun = new ArrayList<>();
    private final Deque<Individual> inFlight = new ArrayDeque<>();

    Trials(SearchSpace space, long seed) {
      RandomStream random = RandomStream.of(seed);
      this.space = space;
      this.proposed = new ProposedSet(space);
      this.preselection =
          preselection(
              space,
              proposed,
              new VariationOperators(space, proposed, SearchComponents.FULL, random.split()),
              random.split());
    }

    Optional<Individual> next() {
      Optional<Individual> next = preselection.next(List.of(population), 1);
      next.ifPresent(this::begin);
      return next;
    }

    void begin(Individual candidate) {
      preselection.begin(candidate);
      begun.add(candidate);
      inFlight.add(candidate);
    }

    void learn(Function<Configuration, Trial> objective) {
      Individual oldest = inFlight.remove();
      OptionalDouble found = objective.apply(space.configuration(oldest.choices())).objective();
      preselection.learn(0, found.orElse(Double.NaN));
      found.ifPresent(value -> population.absorb(evaluated(oldest, value)));
    }

    private Phenotype<IntegerGene, Double> evaluated(Individual one, double objective) {
      return Phenotype.of(
          new Population.ChoicesCodec(space.parameters()).encode(one.choices()), 0, objective);
    }

    /** Proposes so many, with so many in flight. */
    Trials run(int count, int width, Function<Configuration, Trial> objective) {
      for (int proposal = 0; proposal < count; proposal++) {
        assertThat(next()).isPresent();
        if (inFlight.size() == width) {
          learn(objective);
        }
      }
      return this;
    }

    List<Configuration> proposals() {
      return begun.stream().map(each -> space.configuration(each.choices())).toList();
    }
  }

  @Test
  void next_manyTimes_areValidConfigurationsAndEachIsClaimedOnce() {
    SearchSpace space = Landscape.large();
    Trials trials = new Trials(space, 1).run(300, 4, Landscape.rugged(space, 7));

    assertThat(trials.proposals()).hasSize(300).doesNotHaveDuplicates().allMatch(space::contains);
    assertThat(trials.begun).noneMatch(each -> trials.proposed.isFree(each.choices()));
  }

  @Test
  void next_ofASmallSpace_proposesAllOfItAndThenNothing() {
    Function<Configuration, Trial> objective = Landscape.rugged(small, 3);
    Trials trials = new Trials(small, 2).run((int) small.size(), 3, objective);

    assertThat(trials.proposals()).hasSize(42).doesNotHaveDuplicates();
    assertThat(trials.next()).isEmpty();
  }

  @Test
  void next_whatWasClaimedElsewhere_isNotProposed() {
    Trials trials = new Trials(small, 2);
    int[] taken = small.choicesAt(17);
    trials.proposed.claim(taken);
    trials.begin(Individual.unbred(taken, "default"));
    Function<Configuration, Trial> objective = Landscape.rugged(small, 3);
    trials.learn(objective);

    trials.run((int) small.size() - 1, 2, objective);

    assertThat(trials.proposals()).hasSize(42).doesNotHaveDuplicates();
    assertThat(trials.next()).isEmpty();
  }

  @Test
  void next_everythingRejected_goesOn() {
    SearchSpace space = Landscape.large();

    assertThat(new Trials(space, 5).run(150, 4, Trial::rejected).proposals())
        .doesNotHaveDuplicates();
  }

  @Test
  void next_nothingLearntYet_fillsWhateverIsInFlight() {
    SearchSpace space = Landscape.large();

    assertThat(new Trials(space, 5).run(64, 65, Trial::rejected).proposals())
        .doesNotHaveDuplicates();
  }

  @Test
  void next_sameSeedAndAnswers_areTheSame() {
    SearchSpace space = Landscape.large();
    Function<Configuration, Trial> objective = Landscape.rugged(space, 7);
    List<Configuration> first = new Trials(space, 1).run(120, 4, objective).proposals();

    assertThat(new Trials(space, 1).run(120, 4, objective).proposals()).isEqualTo(first);
    assertThat(new Trials(space, 2).run(120, 4, objective).proposals()).isNotEqualTo(first);
  }
}
