package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Objective;
import io.jenetics.ext.moea.Vec;

/**
 * A search for the front of two metrics, by single-objective searches.
 *
 * <p>The run is divided into turns. Each turn is a separate search for one point of the front, and
 * minimises a {@link Scalarisation} with its own weight. The turn starts from the known
 * configurations that are best under its weight. Configurations that were evaluated before cost no
 * budget. Drawing a new scalarisation for each turn follows ParEGO (Knowles, 2006).
 *
 * <p>The weights are van der Corput's sequence (1935): first the ends of the front, then its
 * middle, then the middles of the remaining intervals. So a run that ends after any turn has
 * covered the front evenly.
 *
 * <p>The number of evaluations of a turn is the population's size, or an eighth of all earlier
 * evaluations if that is more. Weight, random seed, initial configurations and length follow from
 * the turn's number and the earlier outcomes. So the search is repeatable, and a run resumes as
 * with one metric.
 */
record FrontSearch(Objective objective, SearchSettings settings, Configuration defaultConfiguration)
    implements SearchStrategy {

  private static final int LATER_SHARE = 8;

  FrontSearch {
    // Every turn ends soon, and the next turn has another objective.
    settings = new SearchSettings(settings.population(), settings.seed(), settings.inFlight());
  }

  @Override
  public Ending explore(
      SearchSpace space, List<InitialConfiguration> initial, DetailedEvaluator findings) {
    var known = new LinkedHashMap<Configuration, Optional<Vec<double[]>>>();
    var context = SearchContext.numbered(findings.context().numbers());
    int generation = 0;
    for (int number = 0; ; number++) {
      var measured = known.values().stream().flatMap(Optional::stream).toList();
      var turn = new Turn(findings, known, Scalarisation.of(weight(number), measured), generation);
      var search =
          new Search(
              space,
              settings.withSeed(settings.seed() + number).withKnownBefore(known.size()),
              number == 0 ? initial : best(known, turn.scalarisation));
      Ending ending = search.run(turn, context).ending();
      if (turn.isLast || ending == Ending.SPACE_EXHAUSTED) {
        return ending;
      }
      generation = turn.latestGeneration;
    }
  }

  /** 1, 0, 1/2, 1/4, 3/4, 1/8, 5/8, … */
  static double weight(int turn) {
    return turn == 0 ? 1 : Integer.toUnsignedLong(Integer.reverse(turn - 1)) / 0x1p32;
  }

  private List<InitialConfiguration> best(
      SequencedMap<Configuration, Optional<Vec<double[]>>> known, Scalarisation scalarisation) {
    return known.entrySet().stream()
        .filter(entry -> entry.getValue().isPresent())
        .sorted(
            Comparator.comparingDouble(entry -> scalarisation.of(entry.getValue().orElseThrow())))
        .limit(settings.population() / 2)
        .map(entry -> new InitialConfiguration(entry.getKey(), "front"))
        .toList();
  }

  /** The evaluator of one turn, which applies the turn's scalarisation to every measurement. */
  private final class Turn implements Evaluator {

    private final DetailedEvaluator findings;
    private final Map<Configuration, Optional<Vec<double[]>>> known;
    private final Scalarisation scalarisation;
    private final int firstGeneration;
    private int left;
    private int latestGeneration;
    private boolean isLast;

    Turn(
        DetailedEvaluator findings,
        Map<Configuration, Optional<Vec<double[]>>> known,
        Scalarisation scalarisation,
        int firstGeneration) {
      this.findings = findings;
      this.known = known;
      this.scalarisation = scalarisation;
      this.firstGeneration = firstGeneration;
      this.left = Math.max(settings.population(), known.size() / LATER_SHARE);
      this.latestGeneration = firstGeneration;
    }

    @Override
    public Pending begin(Proposal proposal) {
      Configuration configuration = proposal.configuration();
      if (known.containsKey(configuration)) {
        return () -> Optional.of(trial(configuration));
      }
      if (left == 0) {
        return Optional
            ::empty; // Earlier proposals return first, so the turn ends with all outcomes.
      }
      left--;
      latestGeneration = firstGeneration + proposal.generation();
      Pending pending =
          findings.begin(
              new Proposal(
                  proposal.number(),
                  latestGeneration,
                  proposal.origin(),
                  configuration,
                  proposal.parents(),
                  List.of()));
      return () -> learnt(configuration, pending);
    }

    private Optional<Trial> learnt(Configuration configuration, Pending pending) {
      Optional<Trial> heard = pending.trial();
      isLast |= heard.isEmpty();
      if (heard.isPresent()) {
        known.put(configuration, values(configuration));
      }
      return heard.map(_ -> trial(configuration));
    }

    private Optional<Vec<double[]>> values(Configuration configuration) {
      return findings.evaluation(configuration).outcome() instanceof Measured measured
              && findings.evaluation(defaultConfiguration).outcome() instanceof Measured first
          ? objective.values(measured, first)
          : Optional.empty();
    }

    private Trial trial(Configuration configuration) {
      return Objects.requireNonNull(known.get(configuration))
          .map(values -> Trial.measured(configuration, scalarisation.of(values)))
          .orElseGet(() -> Trial.rejected(configuration));
    }
  }

  /**
   * A combination of two numbers in one: the augmented weighted Chebyshev distance from the
   * smallest value of either (Steuer and Choo, 1983), in units of the front's extent. Every point
   * of a front is the minimum for some weight, even on a concave front. For a weighted sum this
   * holds on convex fronts only.
   *
   * @param weight of the first number, from 0 to 1; the second has the rest
   * @param ideal the least of either number on the front
   * @param extent the width of the front in either number
   */
  private record Scalarisation(double weight, List<Double> ideal, List<Double> extent) {

    /**
     * Share of the plain sum: of two points with an equal distance, the point that is better in one
     * number is preferred.
     */
    private static final double AUGMENTATION = 0.05;

    /**
     * @param seen the values measured so far; with fewer than two on the front the extent is taken
     *     as 1
     */
    static Scalarisation of(double weight, List<Vec<double[]>> seen) {
      var all = new LinkedHashMap<Integer, Vec<double[]>>();
      seen.forEach(values -> all.put(all.size(), values));
      var front = Front.of(all).members();
      if (front.size() < 2) {
        return new Scalarisation(weight, List.of(0.0, 0.0), List.of(1.0, 1.0));
      }
      double[] first = front.getFirst().values().data();
      double[] last = front.getLast().values().data();
      return new Scalarisation(
          weight, List.of(first[0], last[1]), List.of(last[0] - first[0], first[1] - last[1]));
    }

    double of(Vec<double[]> values) {
      double first = (values.data()[0] - ideal.get(0)) / extent.get(0);
      double second = (values.data()[1] - ideal.get(1)) / extent.get(1);
      return Math.max(weight * first, (1 - weight) * second) + AUGMENTATION * (first + second);
    }
  }
}
