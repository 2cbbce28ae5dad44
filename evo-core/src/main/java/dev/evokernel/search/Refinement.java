package dev.evokernel.search;

import module java.base;

import dev.evokernel.space.SearchSpace;

/**
 * Refinement of the best: first adjacent values of each parameter, then all other configurations
 * that differ in one parameter, then the neighbours of the second best, and so on.
 */
record Refinement(SearchSpace space, ProposedSet proposed, RandomGenerator random)
    implements VariationOperator {

  @Override
  public List<Individual> bring(int count, Population population, long generation) {
    var refined = new ArrayList<Individual>();
    for (var individual : population.bestFirst()) {
      int[] around = ChoicesCodec.decode(individual.genotype());
      take(space.adjacent(around), around, count, refined);
      if (refined.size() < count) {
        take(space.neighbours(around), around, count, refined);
      }
      if (refined.size() == count) {
        break;
      }
    }
    return refined;
  }

  private void take(List<int[]> neighbours, int[] parent, int count, List<Individual> refined) {
    var shuffled = new ArrayList<>(neighbours);
    Collections.shuffle(shuffled, Random.from(random));
    for (int[] choices : shuffled) {
      if (refined.size() < count && proposed.isFree(choices)) {
        refined.add(Individual.bred(choices, "refinement", List.of(parent)));
      }
    }
  }
}
