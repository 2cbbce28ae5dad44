package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.IslandMigration;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.population.Trial;

/**
 * Concurrent searches of one kernel on recordings of several devices, which take over each other's
 * best as the runs of a mixed fleet do.
 *
 * <p>Each search has a thread, and only one of them runs at a time: the search whose evaluation
 * ends first in simulated time continues. The result therefore does not depend on the scheduling of
 * threads.
 */
final class Archipelago {

  private static final double ENDED = Double.POSITIVE_INFINITY;

  private final List<Island> islands = new ArrayList<>();

  private Archipelago() {}

  /**
   * Searches each space until its budget is spent.
   *
   * @param seeds random seed of each search
   */
  static List<Trace> search(
      List<RecordedSpace> spaces, int inFlight, List<Long> seeds, int budgetFactor)
      throws InterruptedException {
    var all = new Archipelago();
    var searches = new ArrayList<Callable<Trace>>();
    for (int i = 0; i < spaces.size(); i++) {
      Island island = all.new Island(spaces.get(i), new Attempt(spaces.get(i), budgetFactor));
      all.islands.add(island);
      var settings =
          new SearchSettings(SearchSettings.DEFAULT.population(), seeds.get(i), inFlight);
      searches.add(() -> island.search(settings));
    }
    return new Cores(spaces.size()).all(searches);
  }

  private synchronized void awaitTurn(Island island, double ends) {
    island.ends = ends;
    notifyAll();
    while (next() != island) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted.", e);
      }
    }
  }

  private Island next() {
    return islands.stream().min(Comparator.comparingDouble(Island::ends)).orElseThrow();
  }

  private synchronized void end(Island island) {
    island.ends = ENDED;
    notifyAll();
  }

  private final class Island {

    private final RecordedSpace space;
    private final Attempt attempt;
    private final Set<Configuration> proposed = new HashSet<>();
    private List<Trace.Step> known = List.of();
    private double ends;

    Island(RecordedSpace space, Attempt attempt) {
      this.space = space;
      this.attempt = attempt;
    }

    double ends() {
      return ends;
    }

    Trace search(SearchSettings settings) {
      awaitTurn(this, 0);
      try {
        Evaluator evaluator =
            proposal -> {
              proposed.add(proposal.configuration());
              return () -> evaluated(proposal.configuration());
            };
        new Search(space.space(), settings, List.<InitialConfiguration>of())
            .run(
                evaluator,
                SearchContext.alone().with(new IslandMigration(this::offered, this::fitting)));
        return attempt.trace();
      } finally {
        end(this);
      }
    }

    /** Returns a trial when it ends; the other searches learn of it at that time too. */
    private Optional<Trial> evaluated(Configuration configuration) {
      Optional<Trial> trial = attempt.trial(configuration);
      awaitTurn(this, attempt.spent());
      known = attempt.trace().steps();
      return trial;
    }

    private List<InitialConfiguration> best() {
      return known.stream()
          .filter(step -> step.millis().isPresent())
          .sorted(Comparator.comparingDouble(step -> step.millis().orElseThrow()))
          .limit(IslandMigration.BEST)
          .map(step -> new InitialConfiguration(step.configuration(), space.name()))
          .toList();
    }

    private List<InitialConfiguration> offered() {
      List<List<InitialConfiguration>> others =
          islands.stream().filter(island -> island != this).map(Island::best).toList();
      return IslandMigration.inTurn(others, IslandMigration.BEST);
    }

    private Optional<InitialConfiguration> fitting(InitialConfiguration migrant) {
      return Optional.of(migrant)
          .filter(_ -> space.space().contains(migrant.configuration()))
          .filter(_ -> !proposed.contains(migrant.configuration()));
    }
  }
}
