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
 * @param further what further processes would measure
 * @param tail ratio of p90, default to finalist
 * @param worseTail whether the whole interval of {@code tail} lies below 1
 * @param confirmations number of confirming processes; 0 if the first process is the only one
 */
public record ConfirmedRatio(
    SpeedUp speedUp, ProcessRatios further, double tail, boolean worseTail, int confirmations) {

  /**
   * Computes the ratio.
   *
   * @param base samples of the default
   * @param other samples of the finalist, from the first process and any of the others
   * @param beside samples of the other finalists on the shape: they show how much processes vary
   * @param family number of intervals that hold together: finalists times shapes times decisions
   */
  public static ConfirmedRatio of(
      ProcessSamples base, ProcessSamples other, List<ProcessSamples> beside, int family) {
    List<PairedSamples> measured = other.against(base);
    List<PairedSamples> counted = counted(measured);
    List<List<PairedSamples>> others = beside.stream().map(one -> all(one.against(base))).toList();
    ProcessRatios median = ProcessRatios.of(counted, all(measured), others, 0.5);
    ProcessRatios tail = ProcessRatios.of(counted, all(measured), others, 0.9);
    double confidence = SpeedUp.confidence(family);
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

  /** The later processes that were not disturbed, or else all of them. */
  private static List<PairedSamples> counted(List<PairedSamples> measured) {
    List<PairedSamples> later =
        measured.size() == 1 ? measured : measured.subList(1, measured.size());
    List<PairedSamples> undisturbed = later.stream().filter(pair -> !pair.isDisturbed()).toList();
    return undisturbed.isEmpty() ? later : undisturbed;
  }

  /** The counted processes and the first, which is void too if it was disturbed and two remain. */
  private static List<PairedSamples> all(List<PairedSamples> measured) {
    List<PairedSamples> counted = counted(measured);
    PairedSamples first = measured.getFirst();
    return measured.size() == 1 || (first.isDisturbed() && counted.size() > 1)
        ? counted
        : Stream.concat(Stream.of(first), counted.stream()).toList();
  }
}
