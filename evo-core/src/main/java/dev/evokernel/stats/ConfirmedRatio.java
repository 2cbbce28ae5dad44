package dev.evokernel.stats;

import module java.base;

/**
 * Speed-up of a finalist over the default on one shape, by the processes that did not choose it.
 *
 * <p>The first process of the finals ranks the finalists, so the winner's ratio there is biased
 * towards luck. Later processes confirm: only their ratios are averaged. The first process still
 * counts for the variation between processes. Processes whose samples differ by factors are void
 * while enough others remain; otherwise they widen the interval by their spread.
 *
 * @param speedUp with an interval that holds for all finalists and shapes together
 * @param distribution of the speed-up over further processes
 * @param tail ratio of p90, default to finalist
 * @param worseTail whether the whole interval of {@code tail} lies below 1
 * @param confirmations number of confirming processes; 0 if the first process is the only one
 */
public record ConfirmedRatio(
    SpeedUp speedUp,
    Bootstrap.Distribution distribution,
    double tail,
    boolean worseTail,
    int confirmations) {

  /**
   * Computes the ratio.
   *
   * @param base samples of the default
   * @param other samples of the finalist, from the first process and any of the others
   * @param family number of intervals that hold together: finalists times shapes
   */
  public static ConfirmedRatio of(
      ProcessSamples base, ProcessSamples other, int family, int resamples) {
    List<PairedSamples> measured = other.against(base);
    List<PairedSamples> counted = counted(measured);
    List<PairedSamples> all = all(measured, counted);
    double confidence = SpeedUp.confidence(family);
    double prior = ProcessRatios.prior(all);
    var random = new SplittableRandom(all.hashCode());
    var bootstrap = new Bootstrap(random, resamples);
    Bootstrap.Distribution median =
        widened(
            ProcessRatios.distribution(counted, all, prior, 0.5, bootstrap, random),
            counted,
            random);
    Bootstrap.Distribution tail =
        widened(
            ProcessRatios.distribution(counted, all, prior, 0.9, bootstrap, random),
            counted,
            random);
    return new ConfirmedRatio(
        SpeedUp.of(counted, median.interval(confidence)),
        median,
        ProcessRatios.ratio(counted, 0.9),
        tail.interval(confidence).high() < 1,
        confirmations(measured, counted));
  }

  /**
   * Processes that measured two variants.
   *
   * @param confirming the processes whose ratios are averaged; 0 if the first is the only one
   * @param disturbed the processes whose samples differ by factors
   */
  public record Processes(int confirming, int disturbed) {}

  /** Counts the processes of a ratio. */
  public static Processes processes(ProcessSamples base, ProcessSamples other) {
    List<PairedSamples> measured = other.against(base);
    return new Processes(
        confirmations(measured, counted(measured)),
        (int) measured.stream().filter(PairedSamples::isDisturbed).count());
  }

  private static int confirmations(List<PairedSamples> measured, List<PairedSamples> counted) {
    return measured.size() == 1 ? 0 : counted.size();
  }

  /** Widens the distribution by the spread of the disturbed processes. */
  private static Bootstrap.Distribution widened(
      Bootstrap.Distribution ratio, List<PairedSamples> counted, RandomGenerator random) {
    double squares =
        counted.stream()
            .filter(PairedSamples::isDisturbed)
            .mapToDouble(pair -> Math.pow(Math.log(pair.spread()), 2))
            .sum();
    double deviation = Math.sqrt(squares) / counted.size();
    return squares > 0 ? ratio.moved(() -> deviation, random) : ratio;
  }

  /** The later processes that were not disturbed, or else all of them. */
  private static List<PairedSamples> counted(List<PairedSamples> measured) {
    List<PairedSamples> later =
        measured.size() == 1 ? measured : measured.subList(1, measured.size());
    List<PairedSamples> undisturbed = later.stream().filter(pair -> !pair.isDisturbed()).toList();
    return undisturbed.isEmpty() ? later : undisturbed;
  }

  /** The counted processes and the first, which is void too if it was disturbed and two remain. */
  private static List<PairedSamples> all(
      List<PairedSamples> measured, List<PairedSamples> counted) {
    PairedSamples first = measured.getFirst();
    return measured.size() == 1 || (first.isDisturbed() && counted.size() > 1)
        ? counted
        : Stream.concat(Stream.of(first), counted.stream()).toList();
  }
}
