package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Plain;
import dev.evokernel.report.text.Reproduction;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import org.jspecify.annotations.Nullable;

/** The JSON of one candidate. */
final class CandidateData {

  private static final double SECOND = 1e9;

  private static final Data.Columns<Measurement> MEASUREMENT =
      new Data.Columns<Measurement>()
          .add("shape", Measurement::shape)
          .add("p50_ns", measurement -> measurement.samples().p50())
          .add("p90_ns", measurement -> measurement.samples().p90())
          .add("min_ns", measurement -> measurement.samples().min())
          .add("mean_ns", measurement -> measurement.samples().mean())
          .add("deviation_ns", measurement -> measurement.samples().deviation())
          .add("samples", measurement -> measurement.samples().count())
          .add("joules", Measurement::joules)
          .add("bits", measurement -> Optional.of(measurement.bits()).filter(b -> !b.isEmpty()))
          .add("registers", measurement -> EvolutionLog.resource(measurement, Resources::registers))
          .add(
              "local_bytes",
              measurement -> EvolutionLog.resource(measurement, Resources::localBytes))
          .add("occupancy", measurement -> EvolutionLog.resource(measurement, Resources::occupancy))
          .add("core_mhz", measurement -> measurement.device().coreMegahertz());

  private static final Data.Columns<FinalistMeasurement> IN_FINALS =
      new Data.Columns<FinalistMeasurement>()
          .add("shape", FinalistMeasurement::shape)
          .add("role", result -> result.role().label())
          .add("p50_ns", result -> result.samples().p50())
          .add("p90_ns", result -> result.samples().p90())
          .add("speedup", result -> result.speedUp().map(BestResult::speedUp))
          .add("joules", FinalistMeasurement::joules);

  private CandidateData() {}

  static Data of(RunHistory history, Candidate candidate) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    Optional<Evaluation> ended = candidate.evaluation();
    Optional<Rejected> rejected =
        ended
            .map(Evaluation::outcome)
            .flatMap(
                outcome -> outcome instanceof Rejected why ? Optional.of(why) : Optional.empty());
    json.put("run", candidate.run());
    json.put("candidate", candidate.number());
    json.put("outcome", RunFacts.outcome(history.run(), candidate.outcomeLabel()));
    json.put("shape", rejected.map(Rejected::shape).filter(shape -> !shape.isEmpty()));
    json.put("message", rejected.map(Rejected::message));
    json.put(
        "excluded",
        history
            .flags()
            .exclusion(candidate.number())
            .map(excluded -> excluded.why().reason().label()));
    json.put("configuration", Plain.of(candidate.configuration()));
    json.put(
        "differs",
        Macros.difference(
            candidate.configuration(), history.run().subject().defaultConfiguration()));
    json.put("fingerprint", candidate.configuration().fingerprint());
    json.put("generation", candidate.proposal().generation());
    json.put("origin", candidate.proposal().origin());
    json.put("parents", candidate.proposal().parents());
    json.put("attempts", candidate.attempts());
    json.put("objective", candidate.objective());
    json.put("compile_seconds", ended.map(end -> end.compileNanos() / SECOND));
    json.put("evaluate_seconds", ended.map(end -> end.evaluateNanos() / SECOND));
    json.put("finished", ended.map(Evaluation::finished));
    json.put(
        "shapes",
        history.run().subject().shapes().stream()
            .flatMap(shape -> candidate.measurement(shape).stream())
            .map(MEASUREMENT::object)
            .toList());
    json.put(
        "finals",
        history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
            .filter(result -> result.candidate() == candidate.number())
            .map(IN_FINALS::object)
            .toList());
    json.put("reproduce", Reproduction.ofConfiguration(history.run(), candidate.configuration()));
    return Data.Fields.of(json);
  }
}
