package dev.evokernel.search;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.TwoVariants;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.search.Population.ChoicesCodec;
import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.ISeq;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariantsSearchTest {

  private static final int MANY = 2_000;

  @TempDir Path temporary;

  private final SplittableRandom random = new SplittableRandom(5);
  private Kernel kernel;
  private SearchSpace space;
  private ChoicesCodec codec;

  @BeforeEach
  void read() {
    kernel = TwoVariants.in(temporary);
    space = TwoVariants.space(kernel);
    codec = new ChoicesCodec(space.parameters());
  }

  @Test
  void parameterCrossover_parentsOfTwoVariants_givesEachChildWhatItsVariantHas() {
    Configuration mother = theDefault("plain");
    Configuration father = theDefault("vector");
    ISeq<Phenotype<IntegerGene, Double>> pairs =
        IntStream.range(0, MANY)
            .mapToObj(i -> evaluated(i % 2 == 0 ? mother : father))
            .collect(ISeq.toISeq());
    var crossed = new Breeding.ParameterCrossover(space, 1, random).alter(pairs, 1).population();
    int plain = 0;
    for (Phenotype<IntegerGene, Double> child : crossed) {
      int[] choices = ChoicesCodec.decode(child.genotype());
      Configuration configuration = space.configuration(space.nearest(choices, random));
      Configuration whole = configuration.variant().equals(mother.variant()) ? mother : father;
      Configuration other = whole.equals(mother) ? father : mother;
      plain += whole.equals(mother) ? 1 : 0;
      // What only its variant has comes from the parent that has it, unchanged.
      for (String name : List.of("THREADS", "ORDER", "WIDTH", "TWICE")) {
        assertThat(configuration.find(name)).isEqualTo(whole.find(name));
      }
      for (int p = 0; p < choices.length; p++) {
        if (!space.has(p, choices)) {
          assertThat(choices[p]).isZero();
        }
      }
      assertThat(other.variant()).isNotEqualTo(configuration.variant());
    }
    assertThat(plain).isBetween(MANY * 45 / 100, MANY * 55 / 100);
  }

  @Test
  void parameterCrossover_parentsOfOneVariant_leavesAbsentParametersAlone() {
    Configuration one = theDefault("plain");
    ISeq<Phenotype<IntegerGene, Double>> pair = ISeq.of(evaluated(one), evaluated(space.at(3)));
    assertThat(space.at(3).variant()).isEqualTo(one.variant());
    var crossed = new Breeding.ParameterCrossover(space, 1, random).alter(pair, 1).population();
    crossed.forEach(
        child -> {
          int[] choices = ChoicesCodec.decode(child.genotype());
          assertThat(space.configuration(choices).variant()).isEqualTo(one.variant());
        });
  }

  @Test
  void stepMutator_configurations_changeTheVariantAndOnlyWhatItHas() {
    Configuration from = theDefault("plain");
    ISeq<Phenotype<IntegerGene, Double>> all = ISeq.of(() -> evaluated(from), MANY);
    var mutated = new Breeding.StepMutator(space, 0.5, random).alter(all, 1);
    int moved = 0;
    for (Phenotype<IntegerGene, Double> child : mutated.population()) {
      int[] choices = ChoicesCodec.decode(child.genotype());
      for (int p = 0; p < choices.length; p++) {
        int choice = choices[p];
        assertThat(space.has(p, choices) || choice == 0).isTrue();
        assertThat(IntStream.of(space.values(p, choices)).anyMatch(v -> v == choice))
            .isEqualTo(space.has(p, choices));
      }
      assertThat(space.configuration(choices)).isNotEqualTo(from);
      moved += choices[0] == 0 ? 0 : 1;
    }
    // One of four parameters for certain, and each of the others once in four.
    assertThat(moved / (double) MANY).isBetween(0.38, 0.50);
  }

  @Test
  void drawFree_space_isDrawnToItsEnd() {
    var proposed = new ProposedSet(space);
    for (long i = 0; i < space.size(); i++) {
      assertThat(proposed.claim(proposed.drawFree(random))).isTrue();
    }
    assertThat(proposed.isExhausted()).isTrue();
  }

  @Test
  void immigration_twoOfDifferentVariants_areApartByTheVariantAndWhatBothHave() {
    var immigration = new VariationOperators.Immigration(space, new ProposedSet(space), random);
    Individual founder = immigration.found(List.of());
    assertThat(space.contains(founder.choices())).isTrue();
    assertThat(space.contains(immigration.found(List.of(founder)).choices())).isTrue();
  }

  private Phenotype<IntegerGene, Double> evaluated(Configuration configuration) {
    return Phenotype.of(codec.encode(space.choices(configuration)), 0, 1.0);
  }

  private Configuration theDefault(String variant) {
    return kernel.variants().find(variant).orElseThrow().kernel().defaultConfiguration();
  }
}
