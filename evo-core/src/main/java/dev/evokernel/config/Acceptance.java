package dev.evokernel.config;

/**
 * What a configuration must reach to be called better than the incumbent.
 *
 * @param speedup how many times as fast by the median, at least 1
 * @param shapes on how many shapes at least; all of them when there are fewer
 * @param tail whether the slow tail may grow
 */
public record Acceptance(double speedup, int shapes, Tail tail) {

  public static final Acceptance DEFAULT = new Acceptance(1.03, 2, Tail.NOT_WORSE);

  /** What p90 may do. */
  public enum Tail {
    NOT_WORSE,
    ANY
  }

  public Acceptance {
    if (!(speedup >= 1)) {
      throw new IllegalArgumentException("A speedup is at least 1, not " + speedup + ".");
    }
    if (shapes < 1) {
      throw new IllegalArgumentException("At least 1 shape must improve, not " + shapes + ".");
    }
  }
}
