package dev.evokernel.stats.objective;

import module java.base;

import dev.evokernel.stats.Bootstrap;
import dev.evokernel.stats.Judgement;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.stats.ProcessRatios;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;

/**
 * Rule by which a candidate beats the default: {@code accept} in {@code evo.yaml}.
 *
 * <p>A candidate wins a shape if its median is at least {@code speedUp} times faster and the whole
 * confidence interval of that ratio lies above 1. Losing a shape is the reverse. A candidate that
 * loses a shape is not accepted.
 *
 * @param speedUp at least 1, for example 1.03
 * @param shapes number of shapes to win; all shapes in a job with fewer
 * @param p90 condition on the slow launches
 */
public record AcceptanceRule(double speedUp, int shapes, Tail p90) {

  /** Condition on p90. */
  public enum Tail {
    /** No p90 may be significantly worse: the interval of its ratio lies wholly below 1. */
    NOT_WORSE,
    ANY;

    /** Value in {@code evo.yaml}, for example {@code not-worse}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Rule for an {@code evo.yaml} without {@code accept}. */
  public static final AcceptanceRule DEFAULT = new AcceptanceRule(1.03, 2, Tail.NOT_WORSE);

  public AcceptanceRule {
    if (!(speedUp >= 1 && Double.isFinite(speedUp))) {
      throw new IllegalArgumentException(
          "accept.speedup must be >= 1, was " + speedUp + ". Maybe 1.03 for 3 %.");
    }
    if (shapes < 1) {
      throw new IllegalArgumentException("accept.shapes must be >= 1, was " + shapes + ".");
    }
  }

  /**
   * Judges a candidate against the default.
   *
   * @param theDefault samples by shape, never empty
   * @param candidate samples of the same shapes, interleaved with those of the default
   */
  public Judgement judge(
      SequencedMap<String, ProcessSamples> theDefault,
      SequencedMap<String, ProcessSamples> candidate,
      RandomGenerator random) {
    if (theDefault.isEmpty() || !theDefault.keySet().equals(candidate.keySet())) {
      throw new IllegalArgumentException(
          "Cannot compare shapes %s with shapes %s."
              .formatted(theDefault.keySet(), candidate.keySet()));
    }
    var speedUps = new LinkedHashMap<String, SpeedUp>();
    theDefault.forEach(
        (shape, before) ->
            speedUps.put(shape, SpeedUp.of(samples(candidate, shape).against(before))));
    var objections = new ArrayList<String>();
    var wins = new ArrayList<String>();
    speedUps.forEach(
        (shape, ratio) -> {
          if (wins(ratio)) {
            wins.add(shape + ": faster, " + shown(ratio) + ".");
          }
          if (loses(ratio)) {
            objections.add(shape + ": slower, " + shown(ratio) + ".");
          }
        });
    if (p90 == Tail.NOT_WORSE) {
      theDefault.forEach(
          (shape, before) -> {
            List<PairedSamples> pairs = samples(candidate, shape).against(before);
            if (worseTail(pairs, random)) {
              objections.add(worse(shape, pairs));
            }
          });
    }
    int needed = Math.min(shapes, theDefault.size());
    if (wins.size() < needed) {
      objections.addFirst(tooFew(wins.size(), needed, theDefault.size()));
      objections.addAll(undecided(speedUps));
    }
    wins.addAll(undecided(speedUps));
    return new Judgement(
        speedUps, objections.isEmpty() ? new Verdict(true, wins) : new Verdict(false, objections));
  }

  private List<String> undecided(Map<String, SpeedUp> speedUps) {
    return speedUps.entrySet().stream()
        .filter(entry -> !wins(entry.getValue()) && !loses(entry.getValue()))
        .map(entry -> missed(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Whether a ratio wins its shape. */
  public boolean wins(SpeedUp ratio) {
    return ratio.isFaster() && ratio.ratio() >= speedUp;
  }

  private boolean loses(SpeedUp ratio) {
    return ratio.isSlower() && ratio.ratio() <= 1 / speedUp;
  }

  private static boolean worseTail(List<PairedSamples> pairs, RandomGenerator random) {
    return ProcessRatios.distribution(pairs, 0.9, Bootstrap.RESAMPLES, random)
            .interval(SpeedUp.CONFIDENCE)
            .high()
        < 1;
  }

  private static ProcessSamples samples(
      SequencedMap<String, ProcessSamples> samples, String shape) {
    return Objects.requireNonNull(samples.get(shape));
  }

  private static String worse(String shape, List<PairedSamples> pairs) {
    return String.format(
        Locale.ROOT,
        "%s: p90 is %.1f %% slower.",
        shape,
        100 * (1 / ProcessRatios.ratio(pairs, 0.9) - 1));
  }

  private String missed(String shape, SpeedUp ratio) {
    if (ratio.isFaster()) {
      return shape + ": faster, " + shown(ratio) + ", but by less than " + speedUp + "×.";
    }
    return shape
        + (ratio.isSlower() ? ": slightly slower, " : ": inconclusive, ")
        + shown(ratio)
        + ".";
  }

  private static String shown(SpeedUp ratio) {
    return String.format(
        Locale.ROOT,
        "%.3f× (%.0f %% CI %.3f to %.3f)",
        ratio.ratio(),
        100 * ratio.confidence(),
        ratio.low(),
        ratio.high());
  }

  private String tooFew(int won, int needed, int all) {
    return String.format(
        Locale.ROOT,
        "The candidate is at least %s× faster on %d of %d %s; %d %s required.",
        speedUp,
        won,
        all,
        all == 1 ? "shape" : "shapes",
        needed,
        needed == 1 ? "is" : "are");
  }

  @Override
  public String toString() {
    return speedUp + "× on " + shapes + " shapes, p90 " + p90.label();
  }
}
