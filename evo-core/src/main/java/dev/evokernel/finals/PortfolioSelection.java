package dev.evokernel.finals;

import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.stats.objective.Portfolio;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.store.record.Suspect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Which candidates of a search for a portfolio enter the finals.
 *
 * <p>The search times a candidate only where it promises something, the finals time every finalist
 * on every shape. So the search's times decide who enters, and the finals' alone which few stay:
 * {@link PortfolioChoice}.
 */
public final class PortfolioSelection {

  /** A candidate is near the fastest on a shape if it is at most this much slower. */
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

  /** The selection of a run; empty if the run looks for one champion. */
  public static Optional<PortfolioSelection> of(RunSpec spec) {
    return spec.search().portfolio().map(settings -> new PortfolioSelection(spec, settings));
  }

  /** What the selection keeps of a candidate, of which there may be a hundred thousand. */
  @SuppressWarnings("ArrayRecordComponent") // Made once for each position.
  private record Timed(
      int position, boolean isDefault, OptionalDouble objective, double[] ratios) {}

  /**
   * The candidates that are entitled to a place besides the default's: the best by the objective of
   * those timed on every shape, the members of the set that the search's times would choose, and
   * then the fastest on each shape, the second fastest, and so on.
   *
   * @param all gone through once, then asked for those that are entitled
   * @param theDefault as it was measured
   * @param places the most of them; the members of the set may be more
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
        .filter(one -> one.objective().isPresent())
        .min(Comparator.comparingDouble(one -> one.objective().getAsDouble()))
        .ifPresent(entitled::add);
    Portfolio.of(ratios, combining(spec), settings)
        .choice()
        .members()
        .forEach(member -> entitled.add(candidates.get(member)));
    for (int rank = 0; entitled.size() < Math.min(places, candidates.size()); rank++) {
      for (int s = 0; s < shapes.size() && entitled.size() < places; s++) {
        fastest(ratios, s, rank).ifPresent(one -> entitled.add(candidates.get(one)));
      }
      if (rank == candidates.size()) {
        break;
      }
    }
    return entitled.stream()
        .filter(one -> !one.isDefault())
        .map(one -> all.get(one.position()))
        .toList();
  }

  /**
   * The candidates to be timed on the shapes that the search left out: those that are nearly the
   * fastest on some shape, by how near on how many.
   *
   * @param all gone through once, then asked for those
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
        .map(one -> all.get(one.getKey().position()))
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

  /** How far within {@link #NEAR} of the best it is, summed over the shapes where it is. */
  private static double nearness(double[] ratios, double... best) {
    double near = 0;
    for (int s = 0; s < ratios.length; s++) {
      double within = 1 + NEAR - ratios[s] / best[s];
      near += within > 0 ? within : 0;
    }
    return near;
  }

  /**
   * The factor for the times of a candidate: 1, or for a suspect the ratio of its second
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
        .allMatch(s -> ratios.stream().anyMatch(one -> !Double.isNaN(one[s])));
  }

  private static Optional<Integer> fastest(List<double[]> ratios, int shape, int rank) {
    return IntStream.range(0, ratios.size())
        .boxed()
        .filter(one -> !Double.isNaN(ratios.get(one)[shape]))
        .sorted(Comparator.comparingDouble(one -> ratios.get(one)[shape]))
        .skip(rank)
        .findFirst();
  }

  private double[] ratios(Measured candidate, Measured theDefault, double drift) {
    return shapes.stream()
        .mapToDouble(shape -> drift * value(candidate, shape) / value(theDefault, shape))
        .toArray();
  }

  private double value(Measured measured, String shape) {
    return measured.on(shape).map(one -> metric().of(one).orElse(Double.NaN)).orElse(Double.NaN);
  }

  private Metric metric() {
    return spec.objective().minimise().getFirst();
  }

  /** What the ratios of all shapes amount to. */
  static ToDoubleFunction<double[]> combining(RunSpec spec) {
    return ratios -> {
      var byShape = new LinkedHashMap<String, Double>();
      for (int s = 0; s < ratios.length; s++) {
        byShape.put(spec.shapes().get(s).name(), ratios[s]);
      }
      return spec.objective().over().combine(byShape);
    };
  }

  /** How many places the finals have, so that all who are entitled fit. */
  public static int places(List<Candidate> entitled) {
    return Math.max(FinalistSelection.FINALISTS, entitled.size());
  }
}
