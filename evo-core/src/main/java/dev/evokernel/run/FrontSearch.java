package dev.evokernel.run;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.stats.Objective;
import io.jenetics.ext.moea.Vec;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Looks for a front with a search that knows only one number.
 *
 * <p>The run is cut into turns. Each turn is a search of its own for one point of the front: it
 * minimises a {@link Scalarisation} with its own weight, starts from what is best under that weight
 * of all that is known, and hears of anything that was measured before at once and for nothing.
 * That every turn weighs everything anew is the idea of ParEGO (Knowles, 2006). The ends of the
 * front come first, then its middle, then the middles of what is left: the weights are van der
 * Corput's sequence (1935), so that a run that is cut off anywhere has looked evenly.
 *
 * <p>A turn is as long as the population is large, and later an eighth of the run so far. Its
 * weight, seed, start and length follow from its number and from what was learnt before it; so the
 * whole is the same again when it is repeated, and a run resumes like any other.
 */
final class FrontSearch implements SearchStrategy {

  private static final int LATER_SHARE = 8;

  private final Objective objective;
  private final SearchSettings settings;
  private final Configuration defaultConfiguration;

  FrontSearch(Objective objective, SearchSettings settings, Configuration defaultConfiguration) {
    this.objective = objective;
    this.settings = settings;
    this.defaultConfiguration = defaultConfiguration;
  }

  @Override
  public void explore(
      SearchSpace space, List<InitialConfiguration> seeds, DetailedEvaluator findings) {
    var known = new LinkedHashMap<Configuration, Optional<Vec<double[]>>>();
    int generation = 0;
    for (int number = 0; ; number++) {
      var measured = known.values().stream().flatMap(Optional::stream).toList();
      var turn = new Turn(findings, known, Scalarisation.of(weight(number), measured), generation);
      var search =
          new Search(
              space,
              settings.withSeed(settings.seed() + number),
              number == 0 ? seeds : best(known, turn.scalarisation));
      Ending ending = search.run(turn).ending();
      if (turn.isLast || ending == Ending.SPACE_EXHAUSTED) {
        return;
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

  /** One search's evaluator: everything weighed its way. */
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
        return Optional::empty; // What was begun before is heard of before: the turn ends clean.
      }
      left--;
      latestGeneration = firstGeneration + proposal.generation();
      Pending pending =
          findings.begin(
              new Proposal(configuration, latestGeneration, proposal.origin(), proposal.parents()));
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
}
