package dev.evokernel.report;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.report.text.LimitShare;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.stats.SpeedUp;
import java.util.List;
import java.util.Optional;

/**
 * Result of a run on one shape.
 *
 * @param library the fastest baseline
 * @param overLibrary speed-up of the result over the fastest baseline
 * @param ceiling the device's limit
 */
record ShapeLine(
    Comparison comparison,
    Optional<BaselineReading> library,
    Optional<SpeedUp> overLibrary,
    Optional<Ceiling> ceiling) {

  static List<ShapeLine> of(StudiedRun run) {
    Optional<BaselineSection> baselines = BaselineSection.of(run.conclusion());
    return run.conclusion().served().stream()
        .map(
            comparison -> {
              Optional<BaselineSection.Line> line =
                  baselines.stream()
                      .flatMap(section -> section.lines().stream())
                      .filter(known -> known.shape().equals(comparison.shape()))
                      .findFirst();
              return new ShapeLine(
                  comparison,
                  line.flatMap(BaselineSection.Line::fastest),
                  line.flatMap(BaselineSection.Line::speedUp),
                  LimitShare.ceiling(run.history(), comparison.workload()));
            })
        .toList();
  }

  String shape() {
    return comparison.shape();
  }

  Optional<Samples> librarySamples() {
    return library.flatMap(BaselineFacts::samples);
  }

  /** Share of the limit reached by the best, or without a best by the default. */
  Optional<Double> limitShare() {
    return comparison
        .best()
        .or(comparison::defaultSamples)
        .flatMap(samples -> ceiling.map(limit -> limit.share(samples.p50())));
  }
}
