package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.microbench.MicroSample;
import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import org.jspecify.annotations.Nullable;

/** The file {@code micro_log.csv}: a row for each tried configuration, with its rejection. */
public record MicroLog(MicroFacts facts) implements Report {

  @Override
  public Document document() {
    var ranks = new HashMap<Integer, Integer>();
    facts.ranking().ranked().forEach(sample -> ranks.put(sample.number(), ranks.size() + 1));
    Map<Integer, MicroValidation.Checked> checked = new HashMap<>();
    facts
        .validation()
        .ifPresent(
            validation ->
                validation.checked().forEach(full -> checked.put(full.sample().number(), full)));
    var columns =
        new Data.Columns<MicroSample>()
            .add("number", MicroSample::number)
            .add("rank", sample -> ranks.get(sample.number()))
            .add("score", sample -> Plain.of(sample.score()))
            .add("outcome", sample -> outcome(sample.outcome()))
            .add("alone", sample -> timed(sample, MiniatureTiming::alone))
            .add("crowded", sample -> timed(sample, MiniatureTiming::crowded))
            .add("neighbours", sample -> timed(sample, MiniatureTiming::neighbours))
            .add("resident", sample -> timed(sample, MiniatureTiming::resident))
            .add("registers", sample -> resource(sample, Resources::registers))
            .add("local_bytes", sample -> resource(sample, Resources::localBytes))
            .add("shared_bytes", sample -> resource(sample, MicroLog::sharedBytes))
            .add("occupancy", sample -> resource(sample, Resources::occupancy))
            .add(
                "full_outcome",
                sample -> full(checked, sample).map(full -> label(full.outcome())).orElse(""))
            .add(
                "full_p50_ns",
                sample ->
                    full(checked, sample).flatMap(MicroValidation.Checked::nanos).orElse(null));
    for (Parameter parameter : facts.subject().kernel().parameters()) {
      columns.add(
          parameter.name(), sample -> sample.configuration().find(parameter.name()).orElse(null));
    }
    columns.add("message", sample -> message(sample.outcome()));
    return Document.of(columns.rows(facts.ranking().samples()));
  }

  private static Optional<MicroValidation.Checked> full(
      Map<Integer, MicroValidation.Checked> checked, MicroSample sample) {
    return Optional.ofNullable(checked.get(sample.number()));
  }

  private static int sharedBytes(Resources resources) {
    return resources.staticShared() + resources.dynamicShared();
  }

  /** The label of an outcome: {@code measured} or {@code wrong-result}. */
  static String label(Outcome outcome) {
    return switch (outcome) {
      case Measured _ -> "measured";
      case Rejected rejected -> rejected.reason().label();
    };
  }

  private static String outcome(MiniatureOutcome outcome) {
    return switch (outcome) {
      case MiniatureOutcome.Timed _ -> "timed";
      case MiniatureOutcome.Refused(Rejected rejected) -> rejected.reason().label();
    };
  }

  private static @Nullable Object timed(
      MicroSample sample, Function<MiniatureTiming, @Nullable Object> value) {
    return switch (sample.outcome()) {
      case MiniatureOutcome.Timed(MiniatureTiming timing) -> value.apply(timing);
      case MiniatureOutcome.Refused _ -> null;
    };
  }

  private static @Nullable Object resource(MicroSample sample, Function<Resources, Object> value) {
    return timed(sample, timing -> Optional.ofNullable(timing.resources()).map(value).orElse(null));
  }

  private static String message(MiniatureOutcome outcome) {
    return switch (outcome) {
      case MiniatureOutcome.Timed _ -> "";
      case MiniatureOutcome.Refused(Rejected rejected) -> rejected.message();
    };
  }
}
