package dev.evokernel.stats;

import module java.base;

import dev.evokernel.stats.ProcessRatios.Variation;

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

  /** Weight of another shape's processes: they were disturbed together with this one's. */
  private static final double OTHER_SHAPE = 0.5;

  /**
   * Computes the ratios of finalists. All their processes show how much processes vary.
   *
   * @param base samples of the default by shape
   * @param others samples of the finalists, from their first process and any of the later ones
   * @param family number of intervals that hold together: finalists times shapes times decisions
   * @return the ratios by finalist and shape
   */
  public static <F> Map<F, Map<String, ConfirmedRatio>> of(
      Map<String, ProcessSamples> base, Map<F, Map<String, ProcessSamples>> others, int family) {
    var measured = new LinkedHashMap<String, Map<F, List<PairedSamples>>>();
    base.forEach(
        (shape, samples) -> {
          var pairs = new LinkedHashMap<F, List<PairedSamples>>();
          others.forEach(
              (finalist, byShape) ->
                  pairs.put(finalist, Objects.requireNonNull(byShape.get(shape)).against(samples)));
          measured.put(shape, pairs);
        });
    var median = new Evidence<>(measured, 0.5);
    var tail = new Evidence<>(measured, 0.9);
    double confidence = SpeedUp.confidence(family);
    var ratios = new HashMap<F, Map<String, ConfirmedRatio>>();
    measured.forEach(
        (shape, pairs) ->
            pairs.forEach(
                (finalist, processes) -> {
                  List<PairedSamples> counted = counted(processes);
                  ProcessRatios slow = tail.ratio(finalist, shape, counted);
                  ProcessRatios usual = median.ratio(finalist, shape, counted);
                  ratios
                      .computeIfAbsent(finalist, _ -> new HashMap<>())
                      .put(
                          shape,
                          new ConfirmedRatio(
                              SpeedUp.of(counted, usual, confidence),
                              usual,
                              slow.ratio(),
                              slow.interval(confidence).high() < 1,
                              confirmations(processes, counted)));
                }));
    return ratios;
  }

  /** The variation between processes of all finalists and shapes, at a quantile. */
  private static final class Evidence<F> {
    private final double probability;
    private final Map<String, ToDoubleFunction<PairedSamples>> variances = new HashMap<>();
    private final Map<String, Map<F, Variation>> variations = new LinkedHashMap<>();

    Evidence(Map<String, Map<F, List<PairedSamples>>> measured, double probability) {
      this.probability = probability;
      measured.forEach(
          (shape, byFinalist) -> {
            ToDoubleFunction<PairedSamples> ofShape =
                ProcessRatios.variances(
                    byFinalist.values().stream().flatMap(List::stream).toList(), probability);
            var variation = new LinkedHashMap<F, Variation>();
            byFinalist.forEach(
                (finalist, processes) ->
                    variation.put(finalist, Variation.of(all(processes), ofShape, probability)));
            variances.put(shape, ofShape);
            variations.put(shape, variation);
          });
    }

    ProcessRatios ratio(F finalist, String shape, List<PairedSamples> counted) {
      Variation sum = Variation.PRIOR;
      for (var entry : variations.entrySet()) {
        double ofShape = entry.getKey().equals(shape) ? 1 : OTHER_SHAPE;
        List<Variation> others =
            entry.getValue().entrySet().stream()
                .filter(one -> !one.getKey().equals(finalist))
                .map(Map.Entry::getValue)
                .filter(one -> one.degrees() > 0)
                .toList();
        sum = sum.plus(ofShape, Objects.requireNonNull(entry.getValue().get(finalist)));
        // Ratios to one default: half of each variance is common, and many are worth four.
        for (Variation other : others) {
          sum = sum.plus(ofShape * 4 / (3 + others.size()), other);
        }
      }
      return ProcessRatios.of(
          counted, Objects.requireNonNull(variances.get(shape)), sum, probability);
    }
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
