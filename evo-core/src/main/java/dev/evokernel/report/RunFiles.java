package dev.evokernel.report;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.search.Prior;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.AtomicFile.Content;

/** Files of a run in {@code results/<run>/}. */
public final class RunFiles {

  private RunFiles() {}

  /**
   * Writes all files of a run, each atomically, and replaces those of an earlier session.
   *
   * @param known what the run knew when it began
   * @param folder usually {@code results/<run>}; created if missing
   * @return the written files
   * @throws EnvironmentException if a file cannot be written
   */
  public static List<Path> write(RunHistory history, List<Prior> known, Path folder, ZoneId zone) {
    var files = new LinkedHashMap<String, Content>();
    var summary = RunDocument.summary(history, KnownReport.of(known, () -> history), zone);
    files.put("final_summary.md", out -> out.write(summary.markdown()));
    files.put("evo_best.json", new BestResult(history)::json);
    files.put("evo_log.csv", new EvolutionLog(history)::csv);
    files.put("evo_finals.csv", new FinalsLog(history)::csv);
    files.put("champion.h", out -> out.write(RunHeaders.champion(history)));
    RunHeaders.portfolio(history)
        .ifPresent(text -> files.put("portfolio.h", out -> out.write(text)));
    files.putAll(T4Results.files(history));
    return write(files, folder);
  }

  /** Writes files by their names, each atomically. */
  public static List<Path> write(Map<String, Content> files, Path folder) {
    files.forEach((name, content) -> AtomicFile.write(folder.resolve(name), content));
    return files.keySet().stream().map(folder::resolve).toList();
  }

  /**
   * The file {@code evo_log.csv}: a row for each candidate of a run, in the order of proposal. A
   * quantity that the device does not report is empty.
   */
  public record EvolutionLog(RunHistory history) implements Report {

    private static final double SECOND = 1e9;

    private static final Data.Columns<Measurement> MEASURED =
        new Data.Columns<Measurement>()
            .add("p50_ns", measured -> measured.samples().p50())
            .add("p90_ns", measured -> measured.samples().p90())
            .add("joules", Measurement::joules)
            .add("core_mhz", measured -> measured.device().coreMegahertz())
            .add("memory_mhz", measured -> measured.device().memoryMegahertz())
            .add("watts", measured -> measured.device().watts())
            .add("celsius", measured -> measured.device().celsius())
            .add("throttles", measured -> DeviceFacts.throttles(measured.device()))
            .add("discarded", measured -> measured.device().discarded())
            .add(
                "dynamic_shared_bytes",
                measured -> DeviceFacts.resource(measured, Resources::dynamicShared))
            .add("occupancy", measured -> DeviceFacts.resource(measured, Resources::occupancy));

    @Override
    public Document document() {
      var columns =
          new Data.Columns<Candidate>()
              .add("number", Candidate::number)
              .add("generation", candidate -> candidate.proposal().generation())
              .add("origin", candidate -> candidate.proposal().origin());
      for (Parameter parameter : history.run().subject().parameters()) {
        columns.add(
            parameter.name(), candidate -> candidate.configuration().find(parameter.name()));
      }
      columns
          .add("outcome", this::outcome)
          .add("reason", candidate -> reason(candidate).map(why -> why.reason().label()))
          .add("shape", candidate -> reason(candidate).map(Rejected::shape))
          .add("message", candidate -> reason(candidate).map(why -> why.message()));
      for (String shape : history.run().subject().shapes()) {
        columns.addAll(shape + "_", MEASURED, candidate -> candidate.measurement(shape));
      }
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
      return candidate
          .rejected()
          .or(
              () ->
                  history
                      .flags()
                      .exclusion(candidate.number())
                      .map(FlaggedCandidates.Exclusion::why));
    }

    private static Table.Cell<Candidate> evaluated(Function<Evaluation, Object> property) {
      return candidate -> candidate.evaluation().map(property);
    }

    private Optional<Object> resource(Candidate candidate, Function<Resources, Object> number) {
      return history.run().subject().shapes().stream()
          .flatMap(shape -> candidate.measurement(shape).stream())
          .flatMap(measurement -> DeviceFacts.resource(measurement, number).stream())
          .findFirst();
    }
  }

  /**
   * The file {@code evo_finals.csv}: a row for each finalist and shape, with the state of the
   * device. A quantity that the device does not report is empty. Without finals the file has only
   * headings.
   */
  public record FinalsLog(RunHistory history) implements Report {

    @Override
    public Document document() {
      var columns =
          new Data.Columns<FinalistMeasurement>()
              .add("candidate", FinalistMeasurement::candidate)
              .add("role", measured -> measured.role().label())
              .add("shape", FinalistMeasurement::shape)
              .add("cache", measured -> cache(measured.shape()))
              .add("samples", measured -> measured.samples().count())
              .add("p50_ns", measured -> measured.samples().p50())
              .add("p90_ns", measured -> measured.samples().p90())
              .add("joules", FinalistMeasurement::joules)
              .add("speedup", measured -> speedUp(measured, SpeedUp::ratio))
              .add("low", measured -> speedUp(measured, SpeedUp::low))
              .add("high", measured -> speedUp(measured, SpeedUp::high))
              .add("p_value", measured -> speedUp(measured, SpeedUp::pValue))
              .add("cliffs_delta", measured -> speedUp(measured, SpeedUp::cliffsDelta))
              .addAll("", DeviceFacts.FIELDS, measured -> Optional.of(measured.device()));
      return Document.of(
          columns.rows(history.finals().map(FinalsDecision::results).orElse(List.of())));
    }

    private String cache(String shape) {
      return history.run().subject().workload(shape).shape().cache().label();
    }

    private static Optional<Double> speedUp(
        FinalistMeasurement measured, Function<SpeedUp, Double> number) {
      return measured.speedUp().map(number);
    }
  }
}
