package dev.evokernel.microbench;

import module java.base;

import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.store.record.Candidate;
import org.jspecify.annotations.Nullable;

/** The file {@code micro_best.json}: the top of a miniature's ranking, to seed a search. */
public record MicroBestFile(MicroFacts facts) implements Report {

  /** Version of the format; a change that breaks readers increments it. */
  private static final int SCHEMA = 1;

  @Override
  public Document document() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("kernel", facts.subject().kernel().name());
    json.put("digest", facts.subject().digest());
    json.put("backend", facts.subject().kernel().backend());
    json.put("device", device(facts));
    json.put("command", facts.command());
    json.put("made", facts.made().toString());
    json.put("evo", facts.setup().evoVersion());
    json.put("sampled", facts.ranking().samples().size());
    json.put("valid", facts.ranking().valid().exact() ? facts.ranking().valid().value() : null);
    json.put("correlation", facts.validation().flatMap(MicroBestFile::correlation));
    json.put("best", best(facts));
    json.put("ranking", ranking(facts));
    json.put("unit", facts.unit());
    json.put("timed", facts.ranking().ranked().size());
    json.put("ended", facts.ranking().end().name().toLowerCase(Locale.ROOT));
    json.put("seed", facts.setup().seed());
    json.put("compiler", facts.setup().compiler());
    json.put(
        "miniature", facts.subject().kernel().extras().miniature().orElseThrow().shape().plain());
    json.put(
        "shapes",
        facts.subject().shapes().stream()
            .collect(
                Collectors.toMap(
                    shape -> shape.name(),
                    shape -> shape.plain(),
                    (a, _) -> a,
                    LinkedHashMap::new)));
    json.put("verdict", facts.validation().map(MicroReport::verdict));
    json.put("validation", facts.validation().map(MicroBestFile::validation));
    return Document.of(Data.Fields.of(json));
  }

  private static Map<String, Object> device(MicroFacts facts) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", facts.setup().device().model());
    json.put("id", facts.setup().device().id());
    json.put("driver", facts.setup().device().driver());
    return json;
  }

  private static Optional<Map<String, Object>> correlation(MicroValidation validation) {
    return validation
        .correlation()
        .map(
            correlation -> {
              var json = new LinkedHashMap<String, Object>();
              json.put("rho", correlation.rho());
              json.put("low", correlation.low());
              json.put("high", correlation.high());
              json.put("validated", correlation.pairs());
              json.put("fastest_quarter", validation.quarter());
              json.put("found", validation.found());
              return json;
            });
  }

  private static List<SequencedMap<String, @Nullable Object>> best(MicroFacts facts) {
    List<MicroSample> ranked = facts.ranking().ranked();
    var columns =
        new Data.Columns<MicroSample>()
            .add("rank", sample -> ranked.indexOf(sample) + 1)
            .add("cycles", sample -> sample.timing().map(MiniatureTiming::crowded))
            .add("score", MicroSample::score)
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("alone", sample -> sample.timing().map(MiniatureTiming::alone))
            .add("neighbours", sample -> sample.timing().map(MiniatureTiming::neighbours))
            .add("resident", sample -> sample.timing().map(MiniatureTiming::resident))
            .add("promise", facts::promise)
            .add("registers", sample -> sample.resources().map(Resources::registers))
            .add("occupancy", sample -> sample.resources().map(Resources::occupancy));
    return ranked.stream().limit(facts.top()).map(columns::object).toList();
  }

  /** The score of every timed configuration, from which a search's model learns. */
  private static List<SequencedMap<String, @Nullable Object>> ranking(MicroFacts facts) {
    var columns =
        new Data.Columns<MicroSample>()
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("score", MicroSample::score);
    return facts.ranking().ranked().stream().map(columns::object).toList();
  }

  private static List<SequencedMap<String, @Nullable Object>> validation(
      MicroValidation validation) {
    var columns =
        new Data.Columns<MicroValidation.Checked>()
            .add("rank", MicroValidation.Checked::rank)
            .add("score", checked -> checked.sample().score())
            .add("p50_ns", MicroValidation.Checked::nanos)
            .add("outcome", checked -> Candidate.labelOf(checked.outcome()));
    return validation.checked().stream().map(columns::object).toList();
  }
}
