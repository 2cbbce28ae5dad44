package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.RecordedPortfolio;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Score;
import dev.evokernel.lab.score.record.Transfer;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchContext;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.population.Trial;
import dev.evokernel.search.variation.SearchComponents;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.objective.Portfolio;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.surrogate.ShapeOutputs;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Loss of a search for a portfolio against a search of each shape alone. Recordings of a kernel on
 * several devices stand for its shapes.
 *
 * @param evaluations of each separate search
 * @param share of the total evaluations of the separate searches that each other search gets
 * @param overheads settings of the portfolio search, {@link ShapeOutputs#overhead()}
 * @param settings of the chosen set
 */
public record PortfolioStudy(
    int repeats,
    long seed,
    List<Integer> evaluations,
    double share,
    List<Double> overheads,
    PortfolioSettings settings) {

  /** Assumed correlation of two devices before any measurement. */
  private static final double CORRELATION = 0.7;

  public PortfolioStudy {
    evaluations = List.copyOf(evaluations);
    overheads = List.copyOf(overheads);
  }

  private enum Goal {
    /** Objective on each device that the search wants timed. */
    PORTFOLIO,
    /** Objective on each device, whatever the search wants. */
    PORTFOLIO_ON_ALL,
    CHAMPION
  }

  /**
   * Set that one search found.
   *
   * @param losses on each device against the best of all configurations
   */
  private record Found(double pairs, int configurations, int members, List<Double> losses) {}

  private record Way(String name, Goal goal, double overhead, boolean separate, double pairs) {}

  /**
   * Searches each kernel in each way.
   *
   * @throws BadInputException if no kernel was recorded on two devices
   */
  public PortfolioTable of(List<RecordedSpace> spaces, Cores cores) throws InterruptedException {
    List<RecordedPortfolio> kernels = RecordedPortfolio.of(spaces);
    if (kernels.isEmpty()) {
      throw Transfer.noPair(spaces.size());
    }
    var rows = new ArrayList<PortfolioTable.Row>();
    for (RecordedPortfolio kernel : kernels) {
      for (int each : evaluations) {
        for (Way way : ways(kernel, each)) {
          rows.add(row(kernel, each, way, cores));
        }
      }
    }
    return new PortfolioTable(rows);
  }

  private List<Way> ways(RecordedPortfolio kernel, int each) {
    double all = (double) each * kernel.devices().size();
    var ways = new ArrayList<Way>();
    ways.add(new Way("separate", Goal.CHAMPION, 0, true, all));
    ways.add(new Way("separate, share", Goal.CHAMPION, 0, true, share * all));
    for (double overhead : overheads) {
      ways.add(
          new Way("portfolio, overhead " + overhead, Goal.PORTFOLIO, overhead, false, share * all));
    }
    ways.add(new Way("portfolio, on all", Goal.PORTFOLIO_ON_ALL, 1e9, false, share * all));
    ways.add(new Way("champion", Goal.CHAMPION, 0, false, share * all));
    return ways;
  }

  private PortfolioTable.Row row(RecordedPortfolio kernel, int each, Way way, Cores cores)
      throws InterruptedException {
    RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom")
            .create(31 * seed + kernel.kernel().hashCode());
    var tasks = new ArrayList<Callable<Found>>();
    for (int run = 0; run < repeats; run++) {
      long own = random.nextLong();
      tasks.add(() -> way.separate() ? separate(kernel, way, own) : joint(kernel, way, own));
    }
    List<Found> found = cores.all(tasks);
    double[] means =
        found.stream()
            .mapToDouble(
                set ->
                    GeometricMean.of(set.losses().stream().mapToDouble(loss -> 1 + loss).toArray())
                        - 1)
            .toArray();
    return new PortfolioTable.Row(
        kernel.kernel() + " on " + kernel.devices().size(),
        each,
        way.name(),
        mean(found, Found::pairs),
        mean(found, Found::configurations),
        mean(found, Found::members),
        Arrays.stream(means).average().orElseThrow(),
        Score.ofRuns(means).standardError(),
        mean(found, set -> set.losses().stream().mapToDouble(loss -> loss).max().orElseThrow()));
  }

  private static double mean(List<Found> found, ToDoubleFunction<Found> of) {
    return found.stream().mapToDouble(of).average().orElseThrow();
  }

  private Found separate(RecordedPortfolio kernel, Way way, long own) {
    var losses = new ArrayList<Double>();
    int configurations = 0;
    for (RecordedSpace device : kernel.devices()) {
      var alone = new RecordedPortfolio(kernel.kernel(), List.of(device), kernel.space());
      Found found =
          joint(
              alone,
              new Way("", way.goal(), 0, false, way.pairs() / kernel.devices().size()),
              own + losses.size());
      losses.addAll(found.losses());
      configurations += found.configurations();
    }
    return new Found(way.pairs(), configurations, losses.size(), losses);
  }

  private Found joint(RecordedPortfolio kernel, Way way, long own) {
    int shapes = kernel.devices().size();
    var attempt = new PortfolioAttempt(kernel, way.goal(), way.pairs());
    ShapeOutputs outputs =
        way.goal() == Goal.CHAMPION
            ? ShapeOutputs.SINGLE
            : ShapeOutputs.unknown(shapes, CORRELATION, way.overhead());
    new Search(
            kernel.space(),
            new SearchSettings(SearchSettings.DEFAULT.population(), own, 1),
            List.of(),
            SearchComponents.FULL)
        .run(attempt, SearchContext.alone().on(outputs));
    double[] best =
        kernel.devices().stream()
            .mapToDouble(
                device ->
                    device.recording().entries().stream()
                        .filter(recorded -> kernel.space().contains(recorded.configuration()))
                        .mapToDouble(recorded -> recorded.millis().orElse(Double.POSITIVE_INFINITY))
                        .min()
                        .orElseThrow())
            .toArray();
    List<double[]> ratios =
        attempt.timed.stream()
            .map(
                millis ->
                    IntStream.range(0, shapes).mapToDouble(s -> millis[s] / best[s]).toArray())
            .toList();
    PortfolioSettings wanted = way.goal() == Goal.CHAMPION ? new PortfolioSettings(0, 1) : settings;
    Portfolio.Step chosen = Portfolio.of(ratios, GeometricMean::of, wanted).choice();
    List<Double> losses =
        IntStream.range(0, shapes)
            .mapToObj(s -> ratios.get(Portfolio.dispatched(chosen, ratios, s))[s] - 1)
            .toList();
    return new Found(way.pairs(), attempt.configurations, chosen.members().size(), losses);
  }

  /**
   * A search on the recordings of a kernel on several devices. The search ends after a number of
   * timed pairs of a configuration and a device. A configuration that fails on a device on which it
   * is timed is rejected.
   */
  private static final class PortfolioAttempt implements Evaluator {

    private final RecordedPortfolio kernel;
    private final Goal goal;
    private final double pairs;

    /** Times of every configuration that was not rejected. */
    private final List<double[]> timed = new ArrayList<>();

    private int spent;
    private int configurations;

    PortfolioAttempt(RecordedPortfolio kernel, Goal goal, double pairs) {
      this.kernel = kernel;
      this.goal = goal;
      this.pairs = pairs;
    }

    @Override
    public Pending begin(Proposal proposal) {
      return () -> trial(proposal);
    }

    private Optional<Trial> trial(Proposal proposal) {
      List<Integer> shapes =
          goal != Goal.PORTFOLIO || proposal.shapes().isEmpty()
              ? IntStream.range(0, kernel.devices().size()).boxed().toList()
              : proposal.shapes().stream().map(Integer::valueOf).toList();
      if (spent + shapes.size() > pairs) {
        return Optional.empty();
      }
      spent += shapes.size();
      configurations++;
      Configuration configuration = proposal.configuration();
      double[] all = kernel.millis(configuration);
      double[] millis = new double[all.length];
      Arrays.fill(millis, Double.NaN);
      shapes.forEach(shape -> millis[shape] = all[shape]);
      if (shapes.stream().anyMatch(shape -> Double.isNaN(millis[shape]))) {
        return Optional.of(Trial.rejected(configuration));
      }
      timed.add(millis);
      if (goal == Goal.CHAMPION) {
        double logs = Arrays.stream(millis).map(StrictMath::log).sum() / millis.length;
        return Optional.of(Trial.measured(configuration, StrictMath.exp(logs)));
      }
      return Optional.of(
          new Trial(
              configuration,
              OptionalDouble.empty(),
              Arrays.stream(millis)
                  .mapToObj(
                      time -> Double.isNaN(time) ? OptionalDouble.empty() : OptionalDouble.of(time))
                  .toList()));
    }
  }
}
