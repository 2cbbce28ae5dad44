package dev.evokernel.importance;

import dev.evokernel.importance.Importance.Pair;
import dev.evokernel.importance.Influence.Level;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.surrogate.ResponseSurface;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a {@link ResponseSurface} through all outcomes, and as often one through half of them: from
 * the halves come the intervals, and the other halves say how well such a surface predicts.
 */
public final class ImportanceStudy {

  /** Below so many evaluations nothing can be said. */
  public static final int FEWEST = 20;

  private static final int HALVES = 12;

  /** Evaluations that a surface goes through. */
  private static final int MEMORY = 400;

  private static final int HELD_OUT = 100;
  private static final int PAIRS = 8;

  /** A share of the variance below which a pair is not listed. */
  private static final double NOTICEABLE = 0.01;

  private final Domain domain;
  private final List<Observation> observations;
  private final List<int[]> rejected;
  private final Design design;
  private final long seed;

  private record Half(SurfaceReading reading, Fit fit) {}

  private ImportanceStudy(
      Domain domain,
      List<Observation> observations,
      List<int[]> rejected,
      int[] best,
      int[] marked,
      long seed) {
    this.domain = domain;
    this.observations = observations;
    this.rejected = rejected;
    this.seed = seed;
    this.design = Design.of(domain, best, marked, new SplittableRandom(seed));
  }

  /**
   * Studies the outcomes of a search.
   *
   * @param observations what was measured
   * @param rejected the choices of what was not, which nothing is to be gained from
   * @param best the choices around which single values are looked at
   * @param marked of another configuration, whose values are looked at too
   * @return empty below {@value #FEWEST} observations, or where no parameter has a choice
   */
  public static Optional<Importance> of(
      Domain domain,
      List<Observation> observations,
      List<int[]> rejected,
      int[] best,
      int[] marked,
      long seed) {
    boolean noChoice = domain.parameters().stream().allMatch(one -> one.values().size() == 1);
    return observations.size() < FEWEST || noChoice
        ? Optional.empty()
        : Optional.of(
            new ImportanceStudy(domain, observations, rejected, best, marked, seed).study());
  }

  private Importance study() {
    ResponseSurface surface = surface(observations, MEMORY, seed);
    SurfaceReading all = SurfaceReading.of(surface, design);
    List<Half> halves =
        IntStream.range(0, HALVES).parallel().mapToObj(i -> half(seed + 1 + i)).toList();
    List<SurfaceReading> readings = halves.stream().map(Half::reading).toList();
    Fit fit = Fit.together(halves.stream().map(Half::fit).toList());
    List<Influence> influences =
        Arrays.stream(design.varied())
            .mapToObj(p -> influence(p, all, readings))
            .sorted(Comparator.comparingDouble((Influence one) -> one.total().value()).reversed())
            .toList();
    return new Importance(
        observations.size(),
        fit.explained(),
        influences,
        pairs(all, readings),
        RemainingGain.of(surface, tried(), design, fit.calibration()));
  }

  private List<int[]> tried() {
    return Stream.concat(observations.stream().map(Observation::choices), rejected.stream())
        .toList();
  }

  private ResponseSurface surface(List<Observation> of, int memory, long random) {
    return ResponseSurface.of(domain.parameters(), of, memory, new SplittableRandom(random));
  }

  private Half half(long random) {
    var shuffled = new ArrayList<>(observations);
    Collections.shuffle(shuffled, Random.from(new SplittableRandom(random)));
    int half = shuffled.size() / 2;
    ResponseSurface surface = surface(shuffled.subList(0, half), MEMORY / 2, random);
    List<Observation> heldOut = shuffled.subList(half, Math.min(shuffled.size(), half + HELD_OUT));
    return new Half(SurfaceReading.of(surface, design), Fit.of(surface, heldOut));
  }

  private Influence influence(int p, SurfaceReading all, List<SurfaceReading> halves) {
    Parameter parameter = domain.parameters().get(p);
    var levels = new ArrayList<Level>();
    for (int v = 0; v < design.levels()[p].length; v++) {
      int level = v;
      levels.add(
          new Level(
              parameter.values().get(design.levels()[p][v]).toString(),
              band(all, halves, one -> one.average()[p][level]).map(Band::exp),
              band(all, halves, one -> one.best()[p][level]).map(Band::exp),
              measured(p, design.levels()[p][v])));
    }
    return new Influence(
        parameter.name(),
        band(all, halves, one -> one.first()[p]).orElseThrow().share(),
        band(all, halves, one -> one.total()[p]).orElseThrow().share(),
        levels);
  }

  private OptionalDouble measured(int parameter, int choice) {
    int[] wanted = design.best().clone();
    double reference = objective(wanted).orElse(Double.NaN);
    wanted[parameter] = choice;
    return objective(wanted).stream()
        .map(objective -> objective / reference)
        .filter(Double::isFinite)
        .findFirst();
  }

  private OptionalDouble objective(int... choices) {
    return observations.stream()
        .filter(one -> Arrays.equals(one.choices(), choices))
        .mapToDouble(Observation::objective)
        .findFirst();
  }

  private List<Pair> pairs(SurfaceReading all, List<SurfaceReading> halves) {
    var pairs = new ArrayList<Pair>();
    for (int p : design.varied()) {
      for (int q : Arrays.stream(design.varied()).filter(other -> other < p).toArray()) {
        pairs.add(
            new Pair(
                domain.parameters().get(q).name(),
                domain.parameters().get(p).name(),
                band(all, halves, one -> one.pairs()[p][q]).orElseThrow().share()));
      }
    }
    return pairs.stream()
        .filter(pair -> pair.share().low() > 0 && pair.share().value() >= NOTICEABLE)
        .sorted(Comparator.comparingDouble((Pair one) -> one.share().value()).reversed())
        .limit(PAIRS)
        .toList();
  }

  private static Optional<Band> band(
      SurfaceReading all, List<SurfaceReading> halves, ToDoubleFunction<SurfaceReading> of) {
    double value = of.applyAsDouble(all);
    return Double.isNaN(value)
        ? Optional.empty()
        : Optional.of(Band.of(value, halves.stream().mapToDouble(of).toArray()));
  }
}
