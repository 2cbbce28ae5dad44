package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.search.Population.ChoicesCodec;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.Spaces;
import io.jenetics.AltererResult;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.ISeq;
import org.junit.jupiter.api.Test;

class OperatorsTest {

  private static final int MANY = 10_000;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);

  private final List<Parameter> parameters =
      List.of(
          Spaces.range("STEPS", 0, 9),
          Spaces.words("WORD", "a", "b", "c", "d"),
          Spaces.integers("FIXED", 1),
          Spaces.range("EDGE", 0, 9));

  @Test
  void stepMutator_unchangedClones_changeAtLeastOneParameterAndStayInRange() {
    var mutated = mutate(0, true);
    assertThat(mutated.alterations()).isEqualTo(MANY);
    assertThat(mutated.population())
        .allSatisfy(
            individual -> {
              assertThat(individual.isValid()).isTrue();
              assertThat(choices(individual)).isNotEqualTo(new int[] {5, 1, 0, 0});
              assertThat(choices(individual)[2]).isZero();
            });
  }

  @Test
  void stepMutator_orderedParameter_stepsMostlyAndJumpsSometimes() {
    var moves =
        mutate(0, true).population().stream()
            .mapToInt(individual -> Math.abs(choices(individual)[0] - 5))
            .filter(distance -> distance > 0)
            .toArray();
    double steps = IntStream.of(moves).filter(distance -> distance == 1).count();
    // 0.8 steps, and 2 of the 9 other values that a jump reaches lie next door.
    assertThat(steps / moves.length).isBetween(0.82, 0.87);
  }

  @Test
  void stepMutator_wordParameter_reachesEveryOtherWordAlike() {
    int[] counts = new int[4];
    mutate(0, true).population().forEach(individual -> counts[choices(individual)[1]]++);
    int moved = MANY - counts[1];
    for (int word : new int[] {0, 2, 3}) {
      assertThat((double) counts[word] / moved).isBetween(0.30, 0.37);
    }
  }

  @Test
  void stepMutator_freshIndividuals_mutatesTheGivenShare() {
    assertThat(mutate(0.3, false).alterations()).isBetween(2850, 3150);
  }

  @Test
  void parameterCrossover_pairs_exchangeEachParameterWithEvenChance() {
    var codec = new ChoicesCodec(parameters);
    ISeq<Phenotype<IntegerGene, Double>> pairs =
        IntStream.range(0, MANY)
            .mapToObj(i -> i % 2 == 0 ? codec.encode(1, 1, 0, 1) : codec.encode(2, 2, 0, 2))
            .map(genotype -> Phenotype.<IntegerGene, Double>of(genotype, 0, 1.0))
            .collect(ISeq.toISeq());
    var crossed =
        new Breeding.ParameterCrossover(space(), 0.5, random).alter(pairs, 1).population();
    int[] exchanged = new int[4];
    int pairsCrossed = 0;
    for (int i = 0; i < MANY; i += 2) {
      int[] one = choices(crossed.get(i));
      int[] other = choices(crossed.get(i + 1));
      pairsCrossed += crossed.get(i).isEvaluated() ? 0 : 1;
      for (int p : new int[] {0, 1, 3}) {
        assertThat(one[p] + other[p]).isEqualTo(3);
        exchanged[p] += one[p] == 2 ? 1 : 0;
      }
    }
    assertThat(pairsCrossed).isBetween(2400, 2600);
    for (int p : new int[] {0, 1, 3}) {
      assertThat((double) exchanged[p] / pairsCrossed).isBetween(0.46, 0.54);
    }
  }

  @Test
  void variationOperators_manyOffspring_comeFromEachOperatorAlike() {
    RandomStream stream = RandomStream.of(3);
    var space = Landscape.large();
    var codec = new ChoicesCodec(space.parameters());
    var population = new Population(16);
    for (int i = 0; i < 16; i++) {
      int[] choices = space.choices(space.sample(stream));
      population.absorb(Phenotype.of(codec.encode(choices), 0, 1.0 + i));
    }
    var operators =
        new VariationOperators(
            space, new ProposedSet(space), SearchComponents.FULL, stream.split());
    Map<String, Long> brought =
        operators.bring(MANY, List.of(population), 1).stream()
            .collect(Collectors.groupingBy(Individual::origin, Collectors.counting()));
    long refined = Objects.requireNonNull(brought.get("refinement"));
    long random = Objects.requireNonNull(brought.get("random"));
    assertThat(refined / (double) MANY).isBetween(0.32, 0.35);
    assertThat(random / (double) MANY).isBetween(0.32, 0.35);
    assertThat(brought)
        .containsOnlyKeys("refinement", "random", "crossover", "crossover+mutation", "mutation");
  }

  @Test
  void repair_invalidIndividual_becomesTheNearestValidOne() {
    var space =
        Spaces.space(List.of(Spaces.range("A", 1, 8), Spaces.range("B", 1, 8)), "A % B == 0");
    var repair = new Breeding.Repair(space, random);
    Phenotype<IntegerGene, Double> broken =
        Phenotype.of(new ChoicesCodec(space.parameters()).encode(6, 5), 3);
    assertThat(repair.test(broken)).isFalse();
    var mended = repair.repair(broken, 4);
    assertThat(repair.test(mended)).isTrue();
    assertThat(choices(mended)).isIn(new int[] {5, 5}, new int[] {6, 6});
    assertThat(mended.generation()).isEqualTo(4);
  }

  private AltererResult<IntegerGene, Double> mutate(double probability, boolean evaluated) {
    var genotype = new ChoicesCodec(parameters).encode(5, 1, 0, 0);
    Phenotype<IntegerGene, Double> individual = Phenotype.of(genotype, 0);
    return new Breeding.StepMutator(space(), probability, random)
        .alter(ISeq.of(() -> evaluated ? individual.withFitness(1.0) : individual, MANY), 1);
  }

  private SearchSpace space() {
    return Spaces.space(parameters);
  }

  private static int[] choices(Phenotype<IntegerGene, Double> individual) {
    return ChoicesCodec.decode(individual.genotype());
  }
}
