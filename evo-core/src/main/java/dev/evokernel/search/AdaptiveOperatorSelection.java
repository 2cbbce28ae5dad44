package dev.evokernel.search;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How many of the newcomers come from where: in proportion to how often what came from there turned
 * out well of late (probability matching, Goldberg, 1990), but never nothing, since what works
 * changes in the course of a search.
 */
final class AdaptiveOperatorSelection {

  private static final double LEAST = 0.1;
  private static final double MEMORY = 0.97;

  /** As if each origin had been tried so often before, with one success in two. */
  private static final double FIRST_TRIES = 4;

  private static final class Tally {
    double tries = FIRST_TRIES;
    double successes = FIRST_TRIES / 2;
  }

  private final Map<VariationKind, Tally> tallies = new EnumMap<>(VariationKind.class);
  private final boolean adapts;

  /**
   * @param adapts whether shares follow success; equal ones otherwise
   */
  AdaptiveOperatorSelection(List<VariationKind> origins, boolean adapts) {
    this.adapts = adapts;
    origins.forEach(origin -> tallies.put(origin, new Tally()));
  }

  /** An origin by lot. */
  VariationKind draw(RandomGenerator random) {
    double total = tallies.values().stream().mapToDouble(AdaptiveOperatorSelection::rate).sum();
    double lot = random.nextDouble();
    VariationKind last = null;
    for (Map.Entry<VariationKind, Tally> entry : tallies.entrySet()) {
      last = entry.getKey();
      double matched = adapts ? rate(entry.getValue()) / total : 1.0 / tallies.size();
      lot -= LEAST / tallies.size() + (1 - LEAST) * matched;
      if (lot < 0) {
        break;
      }
    }
    if (last == null) {
      throw new IllegalStateException("There is no origin to draw from.");
    }
    return last;
  }

  /** Learns what became of one that came from there. */
  void learn(VariationKind origin, boolean success) {
    Tally tally = tallies.get(origin);
    if (tally != null) {
      tally.tries = MEMORY * tally.tries + 1;
      tally.successes = MEMORY * tally.successes + (success ? 1 : 0);
    }
  }

  private static double rate(Tally tally) {
    return tally.successes / tally.tries;
  }
}
