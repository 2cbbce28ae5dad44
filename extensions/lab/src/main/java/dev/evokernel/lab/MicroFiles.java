package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.lab.MicroValidation.Checked;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Plain;
import dev.evokernel.store.Candidate;
import org.jspecify.annotations.Nullable;

final class MicroFiles {

  /** Version of the format; a change that breaks readers increments it. */
  private static final int SCHEMA = 1;

  private MicroFiles() {}

  /** Makes {@code micro_best.json}: the top of a miniature's ranking, to seed a search. */
  static Document best(MicroReport report) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("kernel", report.kernel().name());
    json.put("digest", report.digest());
    json.put("backend", report.kernel().backend());
    json.put("device", device(report));
    json.put("command", report.command());
    json.put("made", report.made().toString());
    json.put("evo", report.evoVersion());
    json.put("sampled", report.ranking().samples().size());
    json.put("valid", report.ranking().valid().exact() ? report.ranking().valid().value() : null);
    json.put("correlation", report.validation().flatMap(MicroFiles::correlation));
    json.put("best", top(report));
    json.put("ranking", ranking(report));
    json.put("unit", report.unit());
    json.put("timed", report.ranking().ranked().size());
    json.put("ended", report.ranking().end().name().toLowerCase(Locale.ROOT));
    json.put("seed", report.seed());
    json.put("compiler", report.compiler());
    json.put("miniature", report.kernel().miniature().orElseThrow().shape().plain());
    json.put(
        "shapes",
        report.shapes().stream()
            .collect(
                Collectors.toMap(
                    shape -> shape.name(),
                    shape -> shape.plain(),
                    (a, _) -> a,
                    LinkedHashMap::new)));
    json.put("verdict", report.validation().map(MicroReport::verdict));
    json.put("validation", report.validation().map(MicroFiles::validation));
    return Document.of(Data.Fields.of(json));
  }

  private static Map<String, Object> device(MicroReport report) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", report.device().model());
    json.put("id", report.device().id());
    json.put("driver", report.device().driver());
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

  private static List<SequencedMap<String, @Nullable Object>> top(MicroReport report) {
    List<MicroSample> ranked = report.ranking().ranked();
    var columns =
        new Data.Columns<MicroSample>()
            .add("rank", sample -> ranked.indexOf(sample) + 1)
            .add("cycles", sample -> sample.timing().map(MiniatureTiming::crowded))
            .add("score", MicroSample::score)
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("alone", sample -> sample.timing().map(MiniatureTiming::alone))
            .add("neighbours", sample -> sample.timing().map(MiniatureTiming::neighbours))
            .add("resident", sample -> sample.timing().map(MiniatureTiming::resident))
            .add("promise", report::promise)
            .add("registers", sample -> sample.resources().map(Resources::registers))
            .add("occupancy", sample -> sample.resources().map(Resources::occupancy));
    return ranked.stream().limit(report.top()).map(columns::object).toList();
  }

  /** The score of every timed configuration, from which a search's model learns. */
  private static List<SequencedMap<String, @Nullable Object>> ranking(MicroReport report) {
    var columns =
        new Data.Columns<MicroSample>()
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("score", MicroSample::score);
    return report.ranking().ranked().stream().map(columns::object).toList();
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
  static Document log(MicroReport report) {
    var ranks = new HashMap<Integer, Integer>();
    report.ranking().ranked().forEach(sample -> ranks.put(sample.number(), ranks.size() + 1));
    Map<Integer, Checked> checked = new HashMap<>();
    report
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
    for (Parameter parameter : report.kernel().parameters()) {
      columns.add(parameter.name(), sample -> sample.configuration().find(parameter.name()));
    }
    columns.add("message", sample -> sample.rejected().map(Rejected::message));
    return Document.of(columns.rows(report.ranking().samples()));
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
