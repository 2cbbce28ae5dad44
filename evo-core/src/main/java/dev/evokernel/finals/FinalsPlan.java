package dev.evokernel.finals;

import dev.evokernel.measure.FinalsSettings;
import java.time.Duration;
import java.util.Map;

/**
 * What finals will take, in nanoseconds, from what the search measured.
 *
 * @param before the last drift check, the leaderboard's champion, a fresh process, and baselines
 * @param examination of one finalist before it enters
 * @param verification of one finalist among the others, on all shapes, before and after its rounds
 * @param ofDefault one round of the default by shape
 * @param ofFinalist one round of any other finalist by shape
 * @param after the champion under the sanitizer, the decision, the files
 */
public record FinalsPlan(
    long before,
    long examination,
    long verification,
    Map<String, Double> ofDefault,
    Map<String, Double> ofFinalist,
    long after) {

  /** Finals that take no time: those of a recording. */
  public static final FinalsPlan NOTHING = new FinalsPlan(0, 0, 0, Map.of(), Map.of(), 0);

  /** Rounds that finals have unless the time is short. */
  static final int USUAL_ROUNDS = FinalsSettings.withSeed(0).minRounds();

  /** The most of the wall time that is kept back, unless the least finals take more. */
  private static final int SHARE = 4;

  /** What is kept back for the least finals, relative to their estimate: it may still grow. */
  private static final double CAUTION = 1.25;

  public FinalsPlan {
    ofDefault = Map.copyOf(ofDefault);
    ofFinalist = Map.copyOf(ofFinalist);
  }

  /**
   * The time to keep back: that of the whole finals if it is at most a quarter of the wall time,
   * else of fewer rounds, and then of fewer finalists; never less than {@link #least}.
   *
   * @param rounds that the finals have at most
   * @param seats besides the default's
   */
  public Duration reserve(Duration wall, int rounds, int seats) {
    Duration most = wall.dividedBy(SHARE);
    for (int fewer = rounds; fewer > USUAL_ROUNDS; fewer -= USUAL_ROUNDS) {
      if (of(seats, fewer).compareTo(most) <= 0) {
        return of(seats, fewer);
      }
    }
    for (int fewer = seats; fewer > 1; fewer--) {
      if (of(fewer, USUAL_ROUNDS).compareTo(most) <= 0) {
        return of(fewer, USUAL_ROUNDS);
      }
    }
    Duration shortest = of(1, Math.min(rounds, USUAL_ROUNDS));
    Duration cautious = Duration.ofNanos((long) (CAUTION * least().toNanos()));
    return shortest.compareTo(most) <= 0 && shortest.compareTo(cautious) >= 0 ? shortest : cautious;
  }

  /** Of the default and one finalist, in as few rounds as there may be. */
  public Duration least() {
    return of(1, FinalsSettings.LEAST_ROUNDS);
  }

  /**
   * From the selection of the finalists to the files.
   *
   * @param seats besides the default's
   */
  Duration of(int seats, int rounds) {
    return Duration.ofNanos(before + seats * examination).plus(held(seats, rounds));
  }

  /** The same for finalists that were selected, each of them examined. */
  public Duration held(int seats, int rounds) {
    double interleaved =
        ofDefault.entrySet().stream()
            .mapToDouble(
                one ->
                    rounds(
                        rounds, one.getValue() + seats * ofFinalist.getOrDefault(one.getKey(), 0.)))
            .sum();
    return Duration.ofNanos((seats + 1) * verification + (long) interleaved + after);
  }

  /** On one shape, where finals end early if they are long. */
  private static double rounds(int count, double round) {
    double most = FinalsSettings.withSeed(0).atMost().toNanos();
    return Math.min(count * round, Math.max(most, USUAL_ROUNDS * round));
  }
}
