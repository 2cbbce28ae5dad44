package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.stats.RatioEstimate;

/** The JSON of a comparison on one shape. Ratios are speeds: above 1 the other side is faster. */
final class ComparisonFacts {

  private ComparisonFacts() {}

  static void put(Map<String, Object> json, SequentialComparison.Comparison comparison) {
    Contrast contrast = comparison.contrast();
    times(json, "base", comparison.base());
    times(json, "other", comparison.other());
    json.put("p50", contrast.typical().label());
    ratio(json, "p50_speed", contrast.p50());
    json.put("p90", contrast.tail().label());
    ratio(json, "p90_speed", contrast.p90());
    json.put("p_value", contrast.pValue());
    json.put("cliffs_delta", contrast.cliffsDelta());
    json.put("processes", contrast.processes());
    json.put("samples_ns", comparison.pairs().stream().map(ComparisonFacts::samples).toList());
  }

  private static Map<String, Object> samples(PairedSamples encounter) {
    var json = new LinkedHashMap<String, Object>();
    json.put("base", encounter.base().nanos());
    json.put("other", encounter.other().nanos());
    return json;
  }

  static void times(Map<String, Object> json, String who, Samples samples) {
    json.put(who + "_p50_ns", samples.p50());
    json.put(who + "_p90_ns", samples.p90());
  }

  private static void ratio(Map<String, Object> json, String name, RatioEstimate estimate) {
    json.put(name, List.of(estimate.ratio(), estimate.low(), estimate.high()));
  }
}
