package dev.evokernel.microbench;

import module java.base;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.microbench.MicroValidation.Checked;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.Plain;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.store.Candidate;
import org.jspecify.annotations.Nullable;

/** Files of a microbenchmark. */
final class MicroFiles {

  /** Version of the format; a change that breaks readers increments it. */
  private static final int SCHEMA = 1;

  private MicroFiles() {}

  /** Makes {@code micro_best.json}: the top of a miniature's ranking, to seed a search. */
  static Document best(MicroFacts facts) {
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
    json.put("correlation", facts.validation().flatMap(MicroFiles::correlation));
    json.put("best", top(facts));
    json.put("ranking", ranking(facts));
    json.put("unit", facts.unit());
    json.put("timed", facts.ranking().ranked().size());
    json.put("ended", facts.ranking().end().name().toLowerCase(Locale.ROOT));
    json.put("seed", facts.setup().seed());
    json.put("compiler", facts.setup().compiler());
    json.put("miniature", facts.subject().kernel().miniature().orElseThrow().shape().plain());
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
    json.put("validation", facts.validation().map(MicroFiles::validation));
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

  private static List<SequencedMap<String, @Nullable Object>> top(MicroFacts facts) {
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

  /** Makes {@code micro_log.csv}: a row for each tried configuration, with its rejection. */
  static Document log(MicroFacts facts) {
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
            .add("shared_bytes", sample -> sample.resources().map(MicroFiles::sharedBytes))
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
