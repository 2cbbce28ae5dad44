package dev.evokernel.stats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * When a candidate beats the default: {@code accept} in {@code evo.yaml}.
 *
 * <p>A shape is won when the median is at least {@code speedUp} times faster and the interval of
 * that ratio lies wholly above 1. A shape is lost when the same holds the other way round, and a
 * candidate that loses a shape is not accepted.
 *
 * @param speedUp at least 1, for example 1.03
 * @param shapes how many must be won; all of them in a job that has fewer
 * @param p90 what is asked of the slow launches
 */
public record AcceptanceRule(double speedUp, int shapes, Tail p90) {

  /** What is asked of p90. */
  public enum Tail {
    /** On no shape may p90 be significantly worse: the interval of its ratio wholly below 1. */
    NOT_WORSE,
    ANY;

    /** As {@code evo.yaml} writes it, for example {@code not-worse}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * @throws IllegalArgumentException if there is no such demand
     */
    public static Tail ofLabel(String label) {
      for (Tail tail : values()) {
        if (tail.label().equals(label)) {
          return tail;
        }
      }
      throw new IllegalArgumentException(
          "accept.p90 must be 'not-worse' or 'any', was '" + label + "'.");
    }
  }

  /** In force where {@code evo.yaml} has no {@code accept}. */
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
   * @param theDefault samples by shape, never empty
   * @param candidate samples of the same shapes, taken interleaved with the default's
   */
  public Judgement judge(
      SequencedMap<String, ProcessSamples> theDefault,
      SequencedMap<String, ProcessSamples> candidate,
      RandomGenerator random) {
    if (theDefault.isEmpty() || !theDefault.keySet().equals(candidate.keySet())) {
      throw new IllegalArgumentException(
          "Cannot compare shapes "
              + theDefault.keySet()
              + " with shapes "
              + candidate.keySet()
              + ".");
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
            wins.add(won(shape, ratio));
          }
          if (loses(ratio)) {
            objections.add(lost(shape, ratio));
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

  /** Whether this ratio alone wins a shape. */
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
    return java.util.Objects.requireNonNull(samples.get(shape));
  }

  private static String won(String shape, SpeedUp ratio) {
    return "On " + shape + " it is faster, " + ratio + ".";
  }

  private static String lost(String shape, SpeedUp ratio) {
    return "On " + shape + " it is slower, " + ratio + ".";
  }

  private static String worse(String shape, List<PairedSamples> pairs) {
    return String.format(
        Locale.ROOT,
        "On %s p90 is worse, by %.1f %%.",
        shape,
        100 * (1 / ProcessRatios.ratio(pairs, 0.9) - 1));
  }

  private String missed(String shape, SpeedUp ratio) {
    if (ratio.isFaster()) {
      return "On " + shape + " it is faster, " + ratio + ", but not by " + speedUp + "×.";
    }
    return ratio.isSlower()
        ? "On " + shape + " it is a little slower, " + ratio + "."
        : "On " + shape + " it cannot be told from the default, " + ratio + ".";
  }

  private String tooFew(int won, int needed, int all) {
    return String.format(
        Locale.ROOT,
        "It wins %d of %d %s where %d must be won by %s× or more.",
        won,
        all,
        all == 1 ? "shape" : "shapes",
        needed,
        speedUp);
  }

  /** For example {@code 1.03× on 2 shapes, p90 not-worse}. */
  @Override
  public String toString() {
    List<String> words = List.of(speedUp + "× on " + shapes + " shapes", "p90 " + p90.label());
    return String.join(", ", words);
  }
}
