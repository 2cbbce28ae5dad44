package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.microbench.MicroSample;
import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.stats.RankCorrelation;
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
    json.put("correlation", facts.validation().map(MicroBestFile::correlation).orElse(null));
    json.put("best", best(facts));
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
    json.put("verdict", facts.validation().map(MicroVerdict::of).orElse(null));
    json.put("validation", facts.validation().map(MicroBestFile::validation).orElse(null));
    return Document.of(Data.Fields.of(json));
  }

  private static Map<String, Object> device(MicroFacts facts) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", facts.setup().device().model());
    json.put("id", facts.setup().device().id());
    json.put("driver", facts.setup().device().driver());
    return json;
  }

  private static @Nullable Map<String, Object> correlation(MicroValidation validation) {
    if (validation.correlation().isEmpty()) {
      return null;
    }
    RankCorrelation correlation = validation.correlation().get();
    var json = new LinkedHashMap<String, Object>();
    json.put("rho", correlation.rho());
    json.put("low", correlation.low());
    json.put("high", correlation.high());
    json.put("validated", correlation.pairs());
    json.put("fastest_quarter", validation.quarter());
    json.put("found", validation.found());
    return json;
  }

  private static List<Map<String, @Nullable Object>> best(MicroFacts facts) {
    var best = new ArrayList<Map<String, @Nullable Object>>();
    for (MicroSample sample : facts.ranking().ranked().stream().limit(facts.top()).toList()) {
      MiniatureTiming timing = timing(sample);
      var json = new LinkedHashMap<String, @Nullable Object>();
      json.put("rank", best.size() + 1);
      json.put("cycles", timing.crowded());
      json.put("score", sample.score().orElseThrow());
      json.put("configuration", Plain.of(sample.configuration()));
      json.put("alone", timing.alone());
      json.put("neighbours", timing.neighbours());
      json.put("resident", timing.resident());
      json.put("promise", Plain.of(facts.promise(sample)));
      Resources resources = timing.resources();
      json.put("registers", resources == null ? null : resources.registers());
      json.put("occupancy", resources == null ? null : resources.occupancy());
      best.add(json);
    }
    return best;
  }

  private static List<Map<String, @Nullable Object>> validation(MicroValidation validation) {
    return validation.checked().stream()
        .map(
            checked -> {
              var json = new LinkedHashMap<String, @Nullable Object>();
              json.put("rank", checked.rank());
              json.put("score", checked.sample().score().orElseThrow());
              json.put("p50_ns", checked.nanos().orElse(null));
              json.put("outcome", MicroLog.label(checked.outcome()));
              return (Map<String, @Nullable Object>) json;
            })
        .toList();
  }

  static MiniatureTiming timing(MicroSample sample) {
    return switch (sample.outcome()) {
      case MiniatureOutcome.Timed(MiniatureTiming timing) -> timing;
      case MiniatureOutcome.Refused _ ->
          throw new IllegalArgumentException("Sample " + sample.number() + " was refused.");
    };
  }
}
