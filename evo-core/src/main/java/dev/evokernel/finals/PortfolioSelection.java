package dev.evokernel.finals;

import module java.base;

import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Portfolio;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Suspect;

/**
 * The selection of candidates of a search for a portfolio for the finals.
 *
 * <p>The search times a candidate only on promising shapes; the finals time every finalist on every
 * shape. The search's times decide who enters, and {@link PortfolioChoice} chooses the final set
 * from the finals' times alone.
 */
public final class PortfolioSelection {

  /** The largest slowdown against the fastest on a shape that counts as near. */
  private static final double NEAR = 0.05;

  /** The most candidates that are timed on the shapes that the search left out. */
  private static final int MOST_INCOMPLETE = 48;

  private final RunSpec spec;
  private final PortfolioSettings settings;
  private final List<String> shapes;

  private PortfolioSelection(RunSpec spec, PortfolioSettings settings) {
    this.spec = spec;
    this.settings = settings;
    this.shapes = spec.shapes().stream().map(shape -> shape.name()).toList();
  }

  /** Creates the selection of a run; empty if the run looks for one champion. */
  public static Optional<PortfolioSelection> of(RunSpec spec) {
    return spec.search().portfolio().map(settings -> new PortfolioSelection(spec, settings));
  }

  /** A candidate's times in compact form, because a run may have a hundred thousand candidates. */
  @SuppressWarnings("ArrayRecordComponent") // Built once for each position.
  private record Timed(
      int position, boolean isDefault, OptionalDouble objective, double[] ratios) {}

  /**
   * Chooses the candidates with a guaranteed place, besides the default. First is the best by the
   * objective of those timed on every shape. The set that the search's times would choose follows,
   * then the fastest on each shape, the second fastest, and so on.
   *
   * @param all traversed once, then asked for the chosen candidates
   * @param places the most candidates, although the set may have more members
   */
  public List<Candidate> entitled(
      List<Candidate> all, FlaggedCandidates flags, Measured theDefault, int places) {
    List<Timed> candidates = sound(all, flags, theDefault);
    List<double[]> ratios = candidates.stream().map(Timed::ratios).toList();
    if (candidates.isEmpty() || !isCovered(ratios)) {
      return List.of();
    }
    var entitled = new LinkedHashSet<Timed>();
    candidates.stream()
        .filter(candidate -> candidate.objective().isPresent())
        .min(Comparator.comparingDouble(candidate -> candidate.objective().getAsDouble()))
        .ifPresent(entitled::add);
    Portfolio.of(ratios, combining(spec), settings)
        .choice()
        .members()
        .forEach(member -> entitled.add(candidates.get(member)));
    for (int rank = 0; entitled.size() < Math.min(places, candidates.size()); rank++) {
      for (int s = 0; s < shapes.size() && entitled.size() < places; s++) {
        fastest(ratios, s, rank).ifPresent(position -> entitled.add(candidates.get(position)));
      }
      if (rank == candidates.size()) {
        break;
      }
    }
    return entitled.stream()
        .filter(candidate -> !candidate.isDefault())
        .map(candidate -> all.get(candidate.position()))
        .toList();
  }

  /**
   * Chooses the candidates to be timed on the shapes that the search left out. They are nearly the
   * fastest on some shape, and are ranked by how near on how many.
   *
   * @param all traversed once, then asked for the chosen candidates
   */
  public List<Candidate> incomplete(
      List<Candidate> all, FlaggedCandidates flags, Measured theDefault) {
    List<Timed> candidates = sound(all, flags, theDefault);
    double[] best = new double[shapes.size()];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (Timed one : candidates) {
      for (int s = 0; s < best.length; s++) {
        best[s] = one.ratios()[s] < best[s] ? one.ratios()[s] : best[s];
      }
    }
    var promise = new LinkedHashMap<Timed, Double>();
    for (Timed one : candidates) {
      double near = nearness(one.ratios(), best);
      if (near > 0 && Arrays.stream(one.ratios()).anyMatch(Double::isNaN)) {
        promise.put(one, near);
      }
    }
    return promise.entrySet().stream()
        .sorted(Map.Entry.<Timed, Double>comparingByValue().reversed())
        .limit(MOST_INCOMPLETE)
        .map(entry -> all.get(entry.getKey().position()))
        .toList();
  }

  private List<Timed> sound(List<Candidate> all, FlaggedCandidates flags, Measured theDefault) {
    var sound = new ArrayList<Timed>();
    int position = 0;
    for (Candidate one : all) {
      OptionalDouble drift = drift(one, flags);
      if (drift.isPresent()) {
        sound.add(
            new Timed(
                position,
                one.configuration().equals(spec.kernel().defaultConfiguration()),
                scaled(one.objective(), drift.getAsDouble()),
                ratios(one.measured().orElseThrow(), theDefault, drift.getAsDouble())));
      }
      position++;
    }
    return sound;
  }

  /**
   * Sums the margins within {@link #NEAR} of the best over the shapes where the candidate is near.
   */
  private static double nearness(double[] ratios, double... best) {
    double near = 0;
    for (int s = 0; s < ratios.length; s++) {
      double within = 1 + NEAR - ratios[s] / best[s];
      near += within > 0 ? within : 0;
    }
    return near;
  }

  /**
   * Returns the factor for the times of a candidate: 1, or for a suspect the ratio of its second
   * measurement to its first. Empty for a candidate that must not be chosen.
   */
  private static OptionalDouble drift(Candidate candidate, FlaggedCandidates flags) {
    if (candidate.measured().isEmpty() || flags.exclusion(candidate.number()).isPresent()) {
      return OptionalDouble.empty();
    }
    Optional<Suspect> suspect = flags.suspect(candidate.number());
    return suspect.isEmpty()
        ? OptionalDouble.of(1)
        : scaled(suspect.get().objective(), 1 / candidate.objective().orElse(Double.NaN));
  }

  private static OptionalDouble scaled(OptionalDouble value, double factor) {
    return value.isPresent()
        ? OptionalDouble.of(factor * value.getAsDouble())
        : OptionalDouble.empty();
  }

  private boolean isCovered(List<double[]> ratios) {
    return IntStream.range(0, shapes.size())
        .allMatch(s -> ratios.stream().anyMatch(ratio -> !Double.isNaN(ratio[s])));
  }

  private static Optional<Integer> fastest(List<double[]> ratios, int shape, int rank) {
    return IntStream.range(0, ratios.size())
        .boxed()
        .filter(position -> !Double.isNaN(ratios.get(position)[shape]))
        .sorted(Comparator.comparingDouble(position -> ratios.get(position)[shape]))
        .skip(rank)
        .findFirst();
  }

  private double[] ratios(Measured candidate, Measured theDefault, double drift) {
    return shapes.stream()
        .mapToDouble(shape -> drift * value(candidate, shape) / value(theDefault, shape))
        .toArray();
  }

  private double value(Measured measured, String shape) {
    return measured
        .on(shape)
        .map(measurement -> metric().of(measurement).orElse(Double.NaN))
        .orElse(Double.NaN);
  }

  private Metric metric() {
    return spec.objective().minimise().getFirst();
  }

  static ToDoubleFunction<double[]> combining(RunSpec spec) {
    return ratios -> {
      var byShape = new LinkedHashMap<String, Double>();
      for (int s = 0; s < ratios.length; s++) {
        byShape.put(spec.shapes().get(s).name(), ratios[s]);
      }
      return spec.objective().over().combine(byShape);
    };
  }

  /** Returns the number of places in the finals, enough for all guaranteed candidates. */
  public static int places(List<Candidate> entitled) {
    return Math.max(FinalistSelection.FINALISTS, entitled.size());
  }
}
