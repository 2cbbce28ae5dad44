package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Design.SurfaceReading;
import dev.evokernel.surrogate.Importance.Band;
import dev.evokernel.surrogate.Importance.Influence;
import dev.evokernel.surrogate.Importance.Influence.Level;
import dev.evokernel.surrogate.Importance.Pair;
import dev.evokernel.surrogate.ResponseSurface.Expectation;
import dev.evokernel.surrogate.ResponseSurface.Observation;

/**
 * Study of the outcomes of a search with {@linkplain ResponseSurface response surfaces}: one
 * through all outcomes, and several through random halves. The halves give the intervals; the other
 * halves give the quality of the predictions.
 */
public final class ImportanceStudy {

  /** Smallest number of evaluations for a study. */
  public static final int FEWEST = 20;

  private static final int HALVES = 12;

  private static final int MEMORY = 400;

  private static final int HELD_OUT = 100;
  private static final int PAIRS = 8;

  private static final double NOTICEABLE = 0.01;

  private final Domain domain;
  private final List<Observation> observations;
  private final List<int[]> rejected;
  private final Design design;
  private final long seed;

  /** Quality of predictions on held-out outcomes. A calibration above 1 means larger errors. */
  private record Fit(double explained, double calibration) {

    static Fit of(ResponseSurface surface, List<Observation> heldOut) {
      double mean =
          heldOut.stream()
              .mapToDouble(seen -> StrictMath.log(seen.objective()))
              .average()
              .orElse(0);
      double errors = 0;
      double spread = 0;
      double standardised = 0;
      for (Observation seen : heldOut) {
        double log = StrictMath.log(seen.objective());
        Expectation expected = surface.at(seen.choices());
        double error = log - expected.log();
        errors += error * error;
        spread += (log - mean) * (log - mean);
        standardised += error * error / (expected.deviation() * expected.deviation());
      }
      return new Fit(
          spread < 1e-12 ? 0 : 1 - errors / spread,
          Math.sqrt(standardised / Math.max(1, heldOut.size())));
    }
  }

  private record Half(SurfaceReading reading, Fit fit) {}

  public ImportanceStudy(
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
   * Studies the outcomes.
   *
   * @return empty below {@value #FEWEST} observations, or if no parameter has a choice
   */
  public Optional<Importance> study() {
    if (observations.size() < FEWEST || design.varied().length == 0) {
      return Optional.empty();
    }
    ResponseSurface surface = surface(observations, MEMORY, seed);
    SurfaceReading all = SurfaceReading.of(surface, design);
    List<Half> halves =
        IntStream.range(0, HALVES).parallel().mapToObj(i -> half(seed + 1 + i)).toList();
    List<SurfaceReading> readings = halves.stream().map(Half::reading).toList();
    List<Influence> influences =
        Arrays.stream(design.varied())
            .mapToObj(p -> influence(p, all, readings))
            .sorted(
                Comparator.comparingDouble((Influence influence) -> influence.total().value())
                    .reversed())
            .toList();
    return Optional.of(
        new Importance(
            observations.size(),
            mean(halves, Fit::explained),
            influences,
            pairs(all, readings),
            Importance.RemainingGain.of(surface, tried(), design, mean(halves, Fit::calibration))));
  }

  private static double mean(List<Half> halves, ToDoubleFunction<Fit> quality) {
    return halves.stream().map(Half::fit).mapToDouble(quality).average().orElseThrow();
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
              band(all, halves, reading -> reading.average()[p][level]).map(Band::exp),
              band(all, halves, reading -> reading.best()[p][level]).map(Band::exp),
              measured(p, design.levels()[p][v])));
    }
    return new Influence(
        parameter.name(),
        band(all, halves, reading -> reading.first()[p]).orElseThrow().share(),
        band(all, halves, reading -> reading.total()[p]).orElseThrow().share(),
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
        .filter(seen -> Arrays.equals(seen.choices(), choices))
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
                band(all, halves, reading -> reading.pairs()[p][q]).orElseThrow().share()));
      }
    }
    return pairs.stream()
        .filter(pair -> pair.share().low() > 0 && pair.share().value() >= NOTICEABLE)
        .sorted(Comparator.comparingDouble((Pair pair) -> pair.share().value()).reversed())
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

  /**
   * Domain over which a parameter's influence is averaged.
   *
   * @param random draws the choices of a configuration, one for each parameter
   * @param valid whether the domain contains a configuration
   */
  public record Domain(
      List<Parameter> parameters, Function<RandomGenerator, int[]> random, Predicate<int[]> valid) {

    /** All valid configurations, with equal probability. */
    public static Domain of(SearchSpace space) {
      return new Domain(space.parameters(), space::draw, space::contains);
    }

    /**
     * Replaces an unknown space: draws evaluated configurations, and contains each configuration
     * whose pairs of values were evaluated together.
     *
     * @param evaluated at least one
     */
    public static Domain evaluated(List<Parameter> parameters, List<int[]> evaluated) {
      Set<List<Integer>> together = new HashSet<>();
      evaluated.forEach(choices -> together.addAll(pairs(choices)));
      return new Domain(
          parameters,
          random -> evaluated.get(random.nextInt(evaluated.size())).clone(),
          choices -> together.containsAll(pairs(choices)));
    }

    /** Pairs of values: a parameter and its choice, and another parameter and its choice. */
    private static Set<List<Integer>> pairs(int... choices) {
      Set<List<Integer>> pairs = new HashSet<>();
      for (int p = 0; p < choices.length; p++) {
        for (int q = 0; q <= p; q++) {
          pairs.add(List.of(p, choices[p], q, choices[q]));
        }
      }
      return pairs;
    }
  }
}
