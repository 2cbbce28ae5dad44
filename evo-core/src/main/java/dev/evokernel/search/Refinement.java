package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import io.jenetics.util.ISeq;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * Tries what lies next to the best: first the adjacent values of each of its parameters, then the
 * rest of the configurations that differ in one, then the same around the second best.
 */
final class Refinement {

  private final SearchSpace space;
  private final ChoicesCodec codec;
  private final Claims claims;
  private final RejectionRisk risk;
  private final RandomGenerator random;

  Refinement(SearchSpace space, Claims claims, RejectionRisk risk, RandomGenerator random) {
    this.space = space;
    this.codec = new ChoicesCodec(space.parameters());
    this.claims = claims;
    this.risk = risk;
    this.random = random;
  }

  /**
   * Up to {@code count} neighbours that were never proposed before.
   *
   * @param best best first
   */
  List<Candidate> refine(int count, ISeq<Phenotype<IntegerGene, Double>> best, long generation) {
    var refined = new ArrayList<Candidate>();
    for (var individual : best) {
      int[] around = ChoicesCodec.decode(individual.genotype());
      take(space.adjacent(around), count, refined, generation);
      take(space.neighbours(around), count, refined, generation);
      if (refined.size() == count) {
        break;
      }
    }
    return refined;
  }

  private void take(List<int[]> neighbours, int count, List<Candidate> refined, long generation) {
    var shuffled = new ArrayList<>(neighbours);
    Collections.shuffle(shuffled, Random.from(random));
    for (int[] choices : shuffled) {
      if (refined.size() < count
          && random.nextDouble() >= risk.of(choices)
          && claims.claim(choices)) {
        refined.add(new Candidate(Phenotype.of(codec.encode(choices), generation), "refinement"));
      }
    }
  }
}
