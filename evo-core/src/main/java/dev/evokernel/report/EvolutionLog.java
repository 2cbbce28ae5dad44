package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code evo_log.csv}: a row for each candidate of a run, in the order of proposal. A
 * quantity that the device does not report is empty.
 */
public record EvolutionLog(RunHistory history) implements Report {

  private static final double SECOND = 1e9;

  @Override
  public Document document() {
    var columns =
        new Data.Columns<Candidate>()
            .add("number", Candidate::number)
            .add("generation", candidate -> candidate.proposal().generation())
            .add("origin", candidate -> candidate.proposal().origin());
    for (Parameter parameter : history.run().subject().parameters()) {
      columns.add(parameter.name(), candidate -> candidate.configuration().find(parameter.name()));
    }
    columns
        .add("outcome", this::outcome)
        .add("reason", candidate -> reason(candidate).map(why -> why.reason().label()))
        .add("shape", candidate -> reason(candidate).map(Rejected::shape))
        .add("message", candidate -> reason(candidate).map(why -> why.message()));
    history.run().subject().shapes().forEach(shape -> addShape(columns, shape));
    return Document.of(
        columns
            .add("registers", candidate -> resource(candidate, Resources::registers))
            .add("local_bytes", candidate -> resource(candidate, Resources::localBytes))
            .add("static_shared_bytes", candidate -> resource(candidate, Resources::staticShared))
            .add("objective", Candidate::objective)
            .add("compile_seconds", evaluated(end -> end.compileNanos() / SECOND))
            .add("evaluate_seconds", evaluated(end -> end.evaluateNanos() / SECOND))
            .add("attempts", Candidate::attempts)
            .add("finished", evaluated(Evaluation::finished))
            .add("parents", candidate -> candidate.proposal().parents())
            .rows(history.candidates()));
  }

  private static void addShape(Data.Columns<Candidate> columns, String shape) {
    var measured = new LinkedHashMap<String, Function<Measurement, @Nullable Object>>();
    measured.put("p50_ns", measurement -> measurement.samples().p50());
    measured.put("p90_ns", measurement -> measurement.samples().p90());
    measured.put("joules", measurement -> measurement.joules());
    measured.put("core_mhz", measurement -> measurement.device().coreMegahertz());
    measured.put("memory_mhz", measurement -> measurement.device().memoryMegahertz());
    measured.put("watts", measurement -> measurement.device().watts());
    measured.put("celsius", measurement -> measurement.device().celsius());
    measured.put("throttles", EvolutionLog::throttles);
    measured.put("discarded", measurement -> measurement.device().discarded());
    measured.put(
        "dynamic_shared_bytes", measurement -> resource(measurement, Resources::dynamicShared));
    measured.put("occupancy", measurement -> resource(measurement, Resources::occupancy));
    measured.forEach(
        (name, value) ->
            columns.add(shape + "_" + name, candidate -> candidate.measurement(shape).map(value)));
  }

  private String outcome(Candidate candidate) {
    if (candidate.evaluation().isEmpty()) {
      return RunFacts.outcome(history.run(), Candidate.ATTEMPTING);
    }
    return candidate.measured().isEmpty()
        ? "rejected"
        : reason(candidate).isPresent() ? "excluded" : "measured";
  }

  /** The rejection, or the reason of the exclusion. */
  private Optional<Rejected> reason(Candidate candidate) {
    return candidate.evaluation().map(Evaluation::outcome).stream()
        .flatMap(
            outcome ->
                outcome instanceof Rejected rejected
                    ? Stream.of(rejected)
                    : history.flags().exclusion(candidate.number()).stream()
                        .map(excluded -> excluded.why()))
        .findFirst();
  }

  private static Table.Cell<Candidate> evaluated(Function<Evaluation, Object> property) {
    return candidate -> candidate.evaluation().map(property);
  }

  private static List<String> throttles(Measurement measurement) {
    return measurement.device().throttles().stream().sorted().map(Throttle::label).toList();
  }

  private Optional<Object> resource(Candidate candidate, Function<Resources, Object> number) {
    return history.run().subject().shapes().stream()
        .flatMap(shape -> candidate.measurement(shape).stream())
        .flatMap(measurement -> resource(measurement, number).stream())
        .findFirst();
  }

  static Optional<Object> resource(Measurement measurement, Function<Resources, Object> number) {
    return Optional.ofNullable(measurement.resources()).map(number);
  }
}
