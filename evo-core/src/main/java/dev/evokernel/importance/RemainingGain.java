package dev.evokernel.importance;

import dev.evokernel.surrogate.ResponseSurface;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What untried configurations promise: draws of the domain, and what lies one value away from the
 * best. The promise of each is its expected improvement (Jones, Schonlau and Welch, 1998) over what
 * the surface expects of the best, with the surface's uncertainty stretched by as much as its
 * predictions were off.
 *
 * @param looked how many of them
 * @param gain the greatest promise of one, as a share of the best time
 * @param noticeable how many of them promise a thousandth or more
 */
public record RemainingGain(int looked, double gain, int noticeable) {

  private static final double NOTICEABLE = 0.001;

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
    return new RemainingGain(
        gains.length,
        Arrays.stream(gains).max().orElse(0),
        (int) Arrays.stream(gains).filter(gain -> gain >= NOTICEABLE).count());
  }

  private static Stream<int[]> near(Design design) {
    return design.nearBest().stream()
        .flatMap(
            one ->
                IntStream.range(0, one.valid().length)
                    .filter(v -> one.valid()[v])
                    .mapToObj(v -> one.configurations()[v]));
  }

  private static List<Integer> key(int... choices) {
    return IntStream.of(choices).boxed().toList();
  }
}
