package dev.evokernel.space;

import module java.base;

/** Valid choices that differ from given choices in one parameter, nearest values first. */
record Neighbourhood(SearchSpace space) {

  /**
   * @param nearestOnly whether only the nearest valid choices on either side of each parameter
   *     count
   */
  List<int[]> of(boolean nearestOnly, int... choices) {
    int longest =
        space.parameters().stream()
            .mapToInt(parameter -> parameter.values().size())
            .max()
            .orElse(0);
    var found = new ArrayList<int[]>();
    Set<Integer> done = new HashSet<>();
    for (int steps = 1; steps < longest; steps++) {
      for (int p = 0; p < choices.length; p++) {
        for (int step : new int[] {-steps, steps}) {
          int side = 2 * p + (step < 0 ? 0 : 1);
          if (!done.contains(side) && tryStep(p, step, found, choices) && nearestOnly) {
            done.add(side);
          }
        }
      }
    }
    return found;
  }

  private boolean tryStep(int parameter, int step, List<int[]> found, int... choices) {
    int choice = choices[parameter] + step;
    if (choice < 0 || choice >= space.parameters().get(parameter).values().size()) {
      return false;
    }
    int[] moved = choices.clone();
    moved[parameter] = choice;
    return space.contains(moved) && found.add(moved);
  }
}
