package dev.evokernel.stats;

import module java.base;

import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.stats.Verdict.Decision;

/**
 * Rule by which a candidate beats the default: {@code accept} in {@code evo.yaml}.
 *
 * <p>A candidate wins a shape if its median is at least {@code speedUp} times faster and the whole
 * confidence interval of that ratio lies above 1. On every other shape that it serves, it must be
 * shown not to be slower: the interval's lower end is at least 1/{@code speedUp}. A shape with
 * neither is inconclusive.
 *
 * @param speedUp at least 1, for example 1.03
 * @param shapes number of shapes to win; all shapes in a job with fewer
 * @param p90 condition on the slow launches
 */
public record AcceptanceRule(double speedUp, int shapes, Tail p90) {

  /** Condition on p90. */
  public enum Tail implements Labelled {
    /** No p90 may be significantly worse: the interval of its ratio lies wholly below 1. */
    NOT_WORSE,
    ANY
  }

  /** Rule for an {@code evo.yaml} without {@code accept}. */
  public static final AcceptanceRule DEFAULT = new AcceptanceRule(1.03, 2, Tail.NOT_WORSE);

  /** Number of processes without which finals decide nothing: one chooses, one confirms. */
  public static final int PROCESSES = 2;

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
   * Judges what would serve the shapes: one configuration, or one for each shape.
   *
   * @param served ratio to the default by shape; empty where the default stays; never all empty
   */
  public Verdict judge(SequencedMap<String, Optional<ConfirmedRatio>> served) {
    var ratios = new LinkedHashMap<String, ConfirmedRatio>();
    served.forEach((shape, ratio) -> ratio.ifPresent(present -> ratios.put(shape, present)));
    int needed = Math.min(shapes, served.size());
    long won = count(ratios, this::wins);
    var reasons = new ArrayList<String>();
    if (won < needed) {
      reasons.add(tooFew(won, needed, served.size()));
    }
    if (!areConfirmed(ratios)) {
      reasons.add("Only one process measured the finalists; at least two are required.");
    }
    ratios.forEach((shape, ratio) -> reasons.add(shape + ": " + said(ratio)));
    served.forEach(
        (shape, ratio) -> {
          if (ratio.isEmpty()) {
            reasons.add(shape + ": the default stays.");
          }
        });
    return new Verdict(decision(ratios, won, needed), reasons);
  }

  private Decision decision(Map<String, ConfirmedRatio> ratios, long won, int needed) {
    if (won >= needed && ratios.values().stream().allMatch(this::serves)) {
      return Decision.ACCEPTED;
    }
    if (!areConfirmed(ratios)) {
      return Decision.UNDECIDED;
    }
    boolean refuted =
        count(ratios, ratio -> wins(ratio) || printed(ratio.speedUp().high()) >= speedUp) < needed
            || ratios.values().stream().anyMatch(this::loses);
    return refuted ? Decision.DEFAULT_STAYS : Decision.UNDECIDED;
  }

  /** Checks that the finals showed a finalist to be faster on a shape, or at least not slower. */
  public boolean serves(ConfirmedRatio ratio) {
    return isConfirmed(ratio)
        && (wins(ratio) || isNotSlower(ratio.speedUp()))
        && !hasWorseTail(ratio);
  }

  private static boolean areConfirmed(Map<String, ConfirmedRatio> ratios) {
    return ratios.values().stream().allMatch(AcceptanceRule::isConfirmed);
  }

  private static boolean isConfirmed(ConfirmedRatio ratio) {
    return ratio.confirmations() >= PROCESSES - 1;
  }

  private boolean wins(ConfirmedRatio ratio) {
    return isFaster(ratio.speedUp()) && printed(ratio.speedUp().ratio()) >= speedUp;
  }

  private static boolean isFaster(SpeedUp ratio) {
    return printed(ratio.low()) > 1;
  }

  /** Rounds as reports do, so that no printed figure contradicts the decision on it. */
  private static double printed(double ratio) {
    return Math.round(1000 * ratio) / 1000.0;
  }

  /** Non-inferiority: even the interval's lower end is no loss that the rule would call one. */
  private boolean isNotSlower(SpeedUp ratio) {
    return printed(ratio.low()) >= printed(1 / speedUp);
  }

  private boolean loses(ConfirmedRatio ratio) {
    return isSlower(ratio.speedUp()) || hasWorseTail(ratio);
  }

  private boolean isSlower(SpeedUp ratio) {
    return printed(ratio.high()) < printed(1 / speedUp);
  }

  private boolean hasWorseTail(ConfirmedRatio ratio) {
    return p90 == Tail.NOT_WORSE && ratio.worseTail();
  }

  private static long count(
      Map<String, ConfirmedRatio> ratios, Predicate<ConfirmedRatio> condition) {
    return ratios.values().stream().filter(condition).count();
  }

  private String said(ConfirmedRatio ratio) {
    SpeedUp speedUp = ratio.speedUp();
    String relation =
        isFaster(speedUp)
            ? "faster, "
            : isSlower(speedUp)
                ? "slower, "
                : isNotSlower(speedUp)
                    ? "not slower, "
                    : printed(speedUp.high()) < 1 ? "slightly slower, " : "inconclusive, ";
    String less =
        isFaster(speedUp) && !wins(ratio) ? ", but by less than " + this.speedUp + "×" : "";
    String tail =
        hasWorseTail(ratio)
            ? String.format(
                Locale.ROOT, ", but p90 is %.1f %% slower", 100 * (1 / ratio.tail() - 1))
            : "";
    return relation + speedUp.withConfidence() + less + tail + ".";
  }

  private String tooFew(long won, int needed, int all) {
    return String.format(
        Locale.ROOT,
        "It is at least %s× faster on %d of %d %s; %d %s required.",
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
