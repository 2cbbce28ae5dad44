package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.AtomicFile.Content;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code t4.json}: a run in format T4 of the Open Autotuning schema, version 1.1.0. Times
 * are in milliseconds.
 *
 * <p>A file has every candidate whose evaluation ended: rejected, or measured on all shapes of the
 * file.
 *
 * <p>T4 has one problem for each file. For a file with several shapes:
 *
 * <ul>
 *   <li>{@code time} is the geometric mean of p50 over the shapes.
 *   <li>{@code runtimes} are the samples of all shapes.
 *   <li>{@code p50:SHAPE}, {@code p90:SHAPE} and {@code energy:SHAPE} (joules per launch) are the
 *       measurements of each shape.
 *   <li>{@code energy} and {@code accuracy} combine the shapes if the run minimised them.
 *   <li>{@code validation} is the time of verification, 0 if unknown.
 *   <li>{@code framework} is the rest of the evaluation, so the times add up to its cost.
 * </ul>
 *
 * @param shape the only shape of the file, with its part of the evaluation's cost; empty for all
 *     shapes together
 */
public record T4Results(RunHistory history, Optional<String> shape) implements Report {

  private static final double NANOS = 1e6;

  private static final Data.Columns<StoredRun> METADATA =
      new Data.Columns<StoredRun>()
          .addIfPresent( // The schema has no name for plain C.
              "compute_api",
              run -> Optional.of("CUDA").filter(_ -> run.subject().backend().equals("cuda")))
          .add("platform", run -> run.provenance().compiler())
          .add("device", run -> run.provenance().device().model())
          .add("autotuner", _ -> "evo")
          .add("autotuner_version", run -> run.provenance().evoVersion())
          .add("timestamp", run -> run.run().started())
          .add("timeunit", _ -> "milliseconds");

  /** A measurement in the schema; the value of a rejection is its reason. */
  private record Value(String name, Object value, String unit) {

    static Value milliseconds(String name, double nanos) {
      return new Value(name, nanos / NANOS, "milliseconds");
    }
  }

  /** Files of a run by their names: one for all shapes, and with several shapes one for each. */
  public static Map<String, Content> files(RunHistory history) {
    var files = new LinkedHashMap<String, Content>();
    files.put("t4.json", new T4Results(history, Optional.empty())::json);
    List<String> shapes = history.run().subject().shapes();
    if (shapes.size() > 1) {
      for (String shape : shapes) {
        files.put(
            "t4-" + shape.replaceAll("[^A-Za-z0-9._-]", "_") + ".json",
            new T4Results(history, Optional.of(shape))::json);
      }
    }
    return files;
  }

  @Override
  public Document document() {
    Objective objective = history.run().run().objective();
    var result =
        new Data.Columns<Candidate>()
            .add("timestamp", candidate -> ended(candidate).finished())
            .add("configuration", candidate -> Plain.of(candidate.configuration()))
            .add("times", candidate -> times(ended(candidate)))
            .add("invalidity", candidate -> invalidity(ended(candidate).outcome()))
            .add("correctness", candidate -> candidate.isMeasured() ? 1 : 0)
            .add("measurements", candidate -> measurements(objective, seen(ended(candidate))))
            .add("objectives", _ -> objective.minimise().stream().map(Metric::label).toList());
    return Document.of(
        new Data.Columns<RunHistory>()
            .add("schema_version", _ -> "1.1.0")
            .add("metadata", run -> METADATA.object(run.run()))
            .add("results", run -> result.objects(run.where(this::isWhole, shape)))
            .fields(history));
  }

  private static Evaluation ended(Candidate candidate) {
    return candidate.evaluation().orElseThrow();
  }

  /** Selects evaluations that the file can hold: rejections, and times for all of its shapes. */
  private boolean isWhole(Candidate candidate) {
    int shapes = history.run().subject().shapes().size();
    return candidate.evaluation().isPresent()
        && (candidate.rejected().isPresent()
            || shape
                .map(candidate.evaluation().get().timed()::contains)
                .orElse(candidate.evaluation().get().timed().size() == shapes));
  }

  private Outcome seen(Evaluation evaluation) {
    return shape.isPresent() && evaluation.outcome() instanceof Outcome.Measured(var all)
        ? new Outcome.Measured(
            all.stream().filter(measured -> measured.shape().equals(shape.get())).toList())
        : evaluation.outcome();
  }

  private Map<String, @Nullable Object> times(Evaluation evaluation) {
    int parts = shape.isPresent() ? history.run().subject().shapes().size() : 1;
    double[] runtimes =
        switch (seen(evaluation)) {
          case Outcome.Measured(List<Measurement> measurements) ->
              measurements.stream()
                  .flatMapToDouble(measured -> DoubleStream.of(measured.samples().nanos()))
                  .map(nanos -> nanos / NANOS)
                  .toArray();
          case Outcome.Rejected rejected -> new double[0];
        };
    double validation = evaluation.checkNanos() / NANOS / parts;
    double whole = evaluation.evaluateNanos() / NANOS / parts;
    return new Data.Columns<Evaluation>()
        .add("compilation_time", ended -> ended.compileNanos() / NANOS / parts)
        .add("runtimes", _ -> runtimes)
        .add("framework", _ -> Math.max(0, whole - validation - DoubleStream.of(runtimes).sum()))
        .add("search_algorithm", _ -> 0)
        .add("validation", _ -> validation)
        .object(evaluation);
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
                OTHER_BITS,
                SANITIZER,
                SUSPICIOUS ->
                "correctness";
          };
    };
  }

  private static List<Value> measurements(Objective objective, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(List<Measurement> measurements) -> measured(objective, measurements);
      case Outcome.Rejected(Rejection reason, String shape, String message) ->
          List.of(new Value("time", reason.label(), ""));
    };
  }

  private static List<Value> measured(Objective objective, List<Measurement> measurements) {
    double time =
        GeometricMean.of(
            measurements.stream().mapToDouble(measured -> measured.samples().p50()).toArray());
    var json = new ArrayList<Value>();
    json.add(Value.milliseconds("time", time));
    for (Metric metric : objective.minimise()) {
      double[] values =
          measurements.stream().flatMapToDouble(measured -> metric.of(measured).stream()).toArray();
      if (metric != Metric.TIME && values.length == measurements.size()) {
        json.add(combined(metric, values));
      }
    }
    for (Measurement measured : measurements) {
      String shape = measured.shape();
      json.add(Value.milliseconds("p50:" + shape, measured.samples().p50()));
      json.add(Value.milliseconds("p90:" + shape, measured.samples().p90()));
      measured
          .joules()
          .ifPresent(joules -> json.add(new Value("energy:" + shape, joules, "joules")));
    }
    return json;
  }

  private static Value combined(Metric metric, double[] values) {
    return metric == Metric.ENERGY
        ? new Value(metric.label(), GeometricMean.of(values), "joules")
        : new Value(
            metric.label(), DoubleStream.of(values).max().orElseThrow(), "of the tolerance");
  }
}
