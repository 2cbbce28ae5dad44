package dev.evokernel.surrogate;

import module java.base;

/**
 * Expected gain of untried configurations: draws of the domain, and neighbours of the best by one
 * value. Each gain is the expected improvement (Jones, Schonlau and Welch, 1998) over the surface's
 * value of the best, with the surface's uncertainty scaled by its calibration.
 *
 * @param looked number of untried configurations
 * @param gain greatest expected gain, as a share of the best time
 */
public record RemainingGain(int looked, double gain) {

  static RemainingGain of(
      ResponseSurface surface, List<int[]> evaluated, Design design, double calibration) {
    Set<List<Integer>> tried =
        evaluated.stream().map(RemainingGain::key).collect(Collectors.toSet());
    Set<List<Integer>> untried =
        Stream.concat(design.draws().stream(), near(design))
            .map(RemainingGain::key)
            .filter(key -> !tried.contains(key))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    double best = surface.log(design.best());
    double[] gains =
        untried.stream()
            .mapToDouble(
                key -> surface.at(key.stream().mapToInt(i -> i).toArray()).gain(best, calibration))
            .toArray();
    return new RemainingGain(gains.length, Arrays.stream(gains).max().orElse(0));
  }

  private static Stream<int[]> near(Design design) {
    return design.nearBest().stream()
        .flatMap(
            near ->
                IntStream.range(0, near.valid().length)
                    .filter(v -> near.valid()[v])
                    .mapToObj(v -> near.configurations()[v]));
  }

  private static List<Integer> key(int... choices) {
    return IntStream.of(choices).boxed().toList();
  }
}
