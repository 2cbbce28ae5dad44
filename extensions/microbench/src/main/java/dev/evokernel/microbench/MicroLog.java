package dev.evokernel.microbench;

import module java.base;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.microbench.MicroValidation.Checked;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.record.Candidate;

/** The file {@code micro_log.csv}: a row for each tried configuration, with its rejection. */
public record MicroLog(MicroFacts facts) implements Report {

  @Override
  public Document document() {
    var ranks = new HashMap<Integer, Integer>();
    facts.ranking().ranked().forEach(sample -> ranks.put(sample.number(), ranks.size() + 1));
    Map<Integer, Checked> checked = new HashMap<>();
    facts
        .validation()
        .ifPresent(
            validation ->
                validation.checked().forEach(full -> checked.put(full.sample().number(), full)));
    var columns =
        new Data.Columns<MicroSample>()
            .add("number", MicroSample::number)
            .add("rank", sample -> ranks.get(sample.number()))
            .add("score", MicroSample::score)
            .add("outcome", sample -> outcome(sample))
            .add("alone", sample -> sample.timing().map(MiniatureTiming::alone))
            .add("crowded", sample -> sample.timing().map(MiniatureTiming::crowded))
            .add("neighbours", sample -> sample.timing().map(MiniatureTiming::neighbours))
            .add("resident", sample -> sample.timing().map(MiniatureTiming::resident))
            .add("registers", sample -> sample.resources().map(Resources::registers))
            .add("local_bytes", sample -> sample.resources().map(Resources::localBytes))
            .add("shared_bytes", sample -> sample.resources().map(MicroLog::sharedBytes))
            .add("occupancy", sample -> sample.resources().map(Resources::occupancy))
            .add(
                "full_outcome",
                sample -> full(checked, sample).map(full -> Candidate.labelOf(full.outcome())))
            .add("full_p50_ns", sample -> full(checked, sample).flatMap(Checked::nanos));
    for (Parameter parameter : facts.subject().kernel().parameters()) {
      columns.add(parameter.name(), sample -> sample.configuration().find(parameter.name()));
    }
    columns.add("message", sample -> sample.rejected().map(Rejected::message));
    return Document.of(columns.rows(facts.ranking().samples()));
  }

  private static Optional<Checked> full(Map<Integer, Checked> checked, MicroSample sample) {
    return Optional.ofNullable(checked.get(sample.number()));
  }

  private static int sharedBytes(Resources resources) {
    return resources.staticShared() + resources.dynamicShared();
  }

  private static String outcome(MicroSample sample) {
    return sample.rejected().map(rejected -> rejected.reason().label()).orElse("timed");
  }
}
