package dev.evokernel.report.page;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.BaselineFacts;
import dev.evokernel.report.BaselineSection;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.report.LimitShare;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.stats.SpeedUp;
import java.util.List;
import java.util.Optional;

/**
 * What was won on one shape.
 *
 * @param library the fastest baseline there
 * @param overLibrary of the champion, of the portfolio, or of the default where that stays
 * @param ceiling what the device's limits leave
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
            one -> {
              Optional<BaselineSection.Line> line =
                  baselines.stream()
                      .flatMap(section -> section.lines().stream())
                      .filter(other -> other.shape().equals(one.shape()))
                      .findFirst();
              return new ShapeLine(
                  one,
                  line.flatMap(BaselineSection.Line::fastest),
                  line.flatMap(BaselineSection.Line::speedUp),
                  LimitShare.ceiling(run.history(), one.workload()));
            })
        .toList();
  }

  String shape() {
    return comparison.shape();
  }

  Optional<Samples> librarySamples() {
    return library.flatMap(BaselineFacts::samples);
  }

  /** Of the limit, by the better of the best and the default. */
  Optional<Double> limitShare() {
    return comparison
        .best()
        .or(comparison::defaultSamples)
        .flatMap(samples -> ceiling.map(limit -> limit.share(samples.p50())));
  }
}
