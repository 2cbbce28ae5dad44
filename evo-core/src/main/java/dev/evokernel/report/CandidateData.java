package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.finals.BestResult;
import dev.evokernel.report.finals.RunFacts;
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
    json.put("shape", rejected.map(Rejected::shape).filter(shape -> !shape.isEmpty()).orElse(null));
    json.put("message", rejected.map(Rejected::message).orElse(null));
    json.put(
        "excluded",
        history
            .flags()
            .exclusion(candidate.number())
            .map(excluded -> excluded.why().reason().label())
            .orElse(null));
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
    json.put("objective", Plain.of(candidate.objective()));
    json.put("compile_seconds", ended.map(end -> end.compileNanos() / SECOND).orElse(null));
    json.put("evaluate_seconds", ended.map(end -> end.evaluateNanos() / SECOND).orElse(null));
    json.put("finished", ended.map(end -> end.finished().toString()).orElse(null));
    json.put(
        "shapes",
        history.run().subject().shapes().stream()
            .flatMap(shape -> candidate.measurement(shape).stream())
            .map(CandidateData::measurement)
            .toList());
    json.put(
        "finals",
        history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
            .filter(result -> result.candidate() == candidate.number())
            .map(CandidateData::inFinals)
            .toList());
    json.put("reproduce", Reproduction.ofConfiguration(history.run(), candidate.configuration()));
    return Data.Fields.of(json);
  }

  private static Map<String, @Nullable Object> measurement(Measurement measurement) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    Optional<Resources> resources = Optional.ofNullable(measurement.resources());
    json.put("shape", measurement.shape());
    json.put("p50_ns", measurement.samples().p50());
    json.put("p90_ns", measurement.samples().p90());
    json.put("min_ns", measurement.samples().min());
    json.put("mean_ns", measurement.samples().mean());
    json.put("deviation_ns", measurement.samples().deviation());
    json.put("samples", measurement.samples().count());
    json.put("joules", Plain.of(measurement.joules()));
    json.put("registers", resources.map(Resources::registers).orElse(null));
    json.put("local_bytes", resources.map(Resources::localBytes).orElse(null));
    json.put("occupancy", resources.map(Resources::occupancy).orElse(null));
    json.put("core_mhz", Plain.of(measurement.device().coreMegahertz()));
    return json;
  }

  private static Map<String, @Nullable Object> inFinals(FinalistMeasurement result) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("shape", result.shape());
    json.put("role", result.role().label());
    json.put("p50_ns", result.samples().p50());
    json.put("p90_ns", result.samples().p90());
    json.put("speedup", result.speedUp().map(BestResult::speedUp).orElse(null));
    json.put("joules", Plain.of(result.joules()));
    return json;
  }
}
