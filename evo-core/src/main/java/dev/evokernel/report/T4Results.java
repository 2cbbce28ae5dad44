package dev.evokernel.report;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.MappedList;
import dev.evokernel.report.render.Report;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * {@code t4.json}: a run in the auto-tuning community's results format, T4 of the Open Autotuning
 * schema, version 1.1.0. Times are in milliseconds.
 *
 * <p>Candidates that were not measured on all of a file's shapes are left out.
 *
 * <p>T4 knows one problem, a run has several shapes: {@code time} is the geometric mean of p50 over
 * them, {@code runtimes} are the samples of all, and {@code p50:SHAPE} and {@code p90:SHAPE} stand
 * beside, and {@code energy:SHAPE} in joules for one launch where the device reports it, and {@code
 * energy} or {@code accuracy} over the shapes where the run minimised them; {@code validation} is
 * what verification took, 0 in a run of which that is not known; {@code framework} is the rest of
 * the evaluation, so that all times together are what it cost. Candidates whose evaluation never
 * ended are left out.
 *
 * @param shape of a file about one shape alone, which is one problem as T4 has it: times are those
 *     of the shape, and it bears its part of what the evaluation cost; empty for all shapes
 *     together
 */
public record T4Results(RunHistory history, Optional<String> shape) implements Report {

  private static final double NANOS = 1e6;

  @Override
  public Document document() {
    var json = new LinkedHashMap<String, Object>();
    json.put("schema_version", "1.1.0");
    json.put("metadata", metadata(history.run()));
    json.put(
        "results",
        new MappedList<>(
            history.where(this::isWhole, shape),
            one -> result(history.run().run().objective(), one, one.evaluation().orElseThrow())));
    return Document.of(Data.Fields.of(json));
  }

  /**
   * Whether its evaluation ended, and it was measured wherever the file's time is from; a rejection
   * is one everywhere.
   */
  private boolean isWhole(CandidateOutline candidate) {
    int shapes = history.run().subject().shapes().size();
    return candidate.end().isPresent()
        && (candidate.rejected().isPresent()
            || shape
                .map(candidate.end().get().timed()::contains)
                .orElse(candidate.end().get().timed().size() == shapes));
  }

  private static Map<String, Object> metadata(StoredRun run) {
    var json = new LinkedHashMap<String, Object>();
    if (run.subject().backend().equals("cuda")) { // the schema has no name for plain C
      json.put("compute_api", "CUDA");
    }
    json.put("platform", run.provenance().compiler());
    json.put("device", run.provenance().device().model());
    json.put("autotuner", "evo");
    json.put("autotuner_version", run.provenance().evoVersion());
    json.put("timestamp", run.run().started().toString());
    json.put("timeunit", "milliseconds");
    return json;
  }

  private Map<String, Object> result(
      Objective objective, Candidate candidate, Evaluation evaluation) {
    var json = new LinkedHashMap<String, Object>();
    json.put("timestamp", evaluation.finished().toString());
    json.put("configuration", Plain.of(candidate.configuration()));
    json.put("times", times(evaluation));
    json.put("invalidity", invalidity(evaluation.outcome()));
    json.put("correctness", evaluation.outcome() instanceof Outcome.Measured ? 1 : 0);
    json.put("measurements", measurements(objective, seen(evaluation.outcome())));
    json.put("objectives", objective.minimise().stream().map(Metric::label).toList());
    return json;
  }

  /** Of a measured one the measurement of the shape alone. */
  private Outcome seen(Outcome outcome) {
    return shape.isPresent() && outcome instanceof Outcome.Measured(List<Measurement> all)
        ? new Outcome.Measured(all.stream().filter(one -> one.shape().equals(shape.get())).toList())
        : outcome;
  }

  private Map<String, Object> times(Evaluation evaluation) {
    int parts = shape.isPresent() ? history.run().subject().shapes().size() : 1;
    double[] runtimes =
        switch (seen(evaluation.outcome())) {
          case Outcome.Measured(List<Measurement> measurements) ->
              measurements.stream()
                  .flatMapToDouble(one -> DoubleStream.of(one.samples().nanos()))
                  .map(nanos -> nanos / NANOS)
                  .toArray();
          case Outcome.Rejected rejected -> new double[0];
        };
    var json = new LinkedHashMap<String, Object>();
    json.put("compilation_time", evaluation.compileNanos() / NANOS / parts);
    json.put("runtimes", runtimes);
    double validation = evaluation.checkNanos() / NANOS / parts;
    double whole = evaluation.evaluateNanos() / NANOS / parts;
    json.put("framework", Math.max(0, whole - validation - sum(runtimes)));
    json.put("search_algorithm", 0);
    json.put("validation", validation);
    return json;
  }

  private static double sum(double[] values) {
    return DoubleStream.of(values).sum();
  }

  private static String invalidity(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured measured -> "correct";
      case Outcome.Rejected(Rejection reason, String shape, String message) ->
          switch (reason) {
            case CONSTRAINT -> "constraints";
            case COMPILE_ERROR -> "compile";
            case TIMEOUT -> "timeout";
            case RESOURCE_LIMIT,
                LAUNCH_FAILURE,
                ILLEGAL_ACCESS,
                CRASH,
                OUT_OF_MEMORY,
                LEFT_BEHIND ->
                "runtime";
            case WRONG_RESULT,
                NOT_FINITE,
                NOT_REPEATABLE,
                OUT_OF_BOUNDS_WRITE,
                OUT_OF_BOUNDS_READ,
                INPUT_MODIFIED,
                SANITIZER,
                SUSPICIOUS ->
                "correctness";
          };
    };
  }

  private static List<Map<String, Object>> measurements(Objective objective, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(List<Measurement> measurements) -> measured(objective, measurements);
      case Outcome.Rejected(Rejection reason, String shape, String message) ->
          List.of(measurement("time", reason.label(), ""));
    };
  }

  private static List<Map<String, Object>> measured(
      Objective objective, List<Measurement> measurements) {
    double time =
        GeometricMean.of(measurements.stream().mapToDouble(one -> one.samples().p50()).toArray());
    var json = new ArrayList<Map<String, Object>>();
    json.add(measurement("time", time / NANOS, "milliseconds"));
    for (Metric metric : objective.minimise()) {
      double[] values =
          measurements.stream().flatMapToDouble(one -> metric.of(one).stream()).toArray();
      if (metric != Metric.TIME && values.length == measurements.size()) {
        json.add(combined(metric, values));
      }
    }
    for (Measurement one : measurements) {
      json.add(measurement("p50:" + one.shape(), one.samples().p50() / NANOS, "milliseconds"));
      json.add(measurement("p90:" + one.shape(), one.samples().p90() / NANOS, "milliseconds"));
      one.joules()
          .ifPresent(joules -> json.add(measurement("energy:" + one.shape(), joules, "joules")));
    }
    return json;
  }

  private static Map<String, Object> combined(Metric metric, double[] values) {
    return metric == Metric.ENERGY
        ? measurement(metric.label(), GeometricMean.of(values), "joules")
        : measurement(
            metric.label(), DoubleStream.of(values).max().orElseThrow(), "of the tolerance");
  }

  private static Map<String, Object> measurement(String name, Object value, String unit) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", name);
    json.put("value", value);
    json.put("unit", unit);
    return json;
  }
}
