package dev.evokernel.report;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Printable;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code evo_log.csv}: every candidate of a run, one row each, in the order of proposal. What a
 * device does not report stays empty.
 */
public record EvolutionLog(RunHistory history) implements Report {

  @Override
  public Document document() {
    return Document.of(
        Data.Records.of(
            headings(history), history.candidates(), candidate -> row(history, candidate)));
  }

  private static List<String> headings(RunHistory history) {
    var headings = new ArrayList<>(List.of("number", "generation", "origin"));
    history.run().subject().parameters().stream().map(Parameter::name).forEach(headings::add);
    headings.addAll(List.of("outcome", "reason", "shape", "message"));
    for (String shape : history.run().subject().shapes()) {
      headings.add(shape + "_p50_ns");
      headings.add(shape + "_p90_ns");
      headings.add(shape + "_joules");
      for (String state : List.of("core_mhz", "memory_mhz", "watts", "celsius")) {
        headings.add(shape + "_" + state);
      }
      headings.add(shape + "_throttles");
      headings.add(shape + "_discarded");
      headings.add(shape + "_dynamic_shared_bytes");
      headings.add(shape + "_occupancy");
    }
    headings.addAll(List.of("registers", "local_bytes", "static_shared_bytes"));
    headings.addAll(
        List.of("objective", "compile_seconds", "evaluate_seconds", "attempts", "finished"));
    headings.add("parents");
    return headings;
  }

  private static List<@Nullable Object> row(RunHistory history, Candidate candidate) {
    var row = new ArrayList<@Nullable Object>();
    row.add(Integer.toString(candidate.number()));
    row.add(Integer.toString(candidate.proposal().generation()));
    row.add(candidate.proposal().origin());
    for (Parameter parameter : history.run().subject().parameters()) {
      row.add(candidate.configuration().find(parameter.name()).map(Value::toString).orElse(""));
    }
    row.addAll(outcome(history, candidate));
    for (String shape : history.run().subject().shapes()) {
      row.add(nanos(candidate, shape, Samples::p50));
      row.add(nanos(candidate, shape, Samples::p90));
      row.add(measured(candidate, shape, Measurement::joules));
      row.add(measured(candidate, shape, one -> one.device().coreMegahertz()));
      row.add(measured(candidate, shape, one -> one.device().memoryMegahertz()));
      row.add(measured(candidate, shape, one -> one.device().watts()));
      row.add(measured(candidate, shape, one -> one.device().celsius()));
      row.add(candidate.measurement(shape).map(EvolutionLog::throttles).orElse(""));
      row.add(
          candidate
              .measurement(shape)
              .map(one -> Integer.toString(one.device().discarded()))
              .orElse(""));
      Optional<Resources> launch = resources(candidate, shape);
      row.add(text(launch, Resources::dynamicShared));
      row.add(text(launch, Resources::occupancy));
    }
    Optional<Resources> program =
        history.run().subject().shapes().stream()
            .flatMap(shape -> resources(candidate, shape).stream())
            .findFirst();
    row.add(text(program, Resources::registers));
    row.add(text(program, Resources::localBytes));
    row.add(text(program, Resources::staticShared));
    Optional<Evaluation> evaluation = candidate.evaluation();
    row.add(
        candidate.objective().isPresent()
            ? Double.toString(candidate.objective().getAsDouble())
            : "");
    row.add(evaluation.map(ended -> seconds(ended.compileNanos())).orElse(""));
    row.add(evaluation.map(ended -> seconds(ended.evaluateNanos())).orElse(""));
    row.add(Integer.toString(candidate.attempts()));
    row.add(evaluation.map(ended -> ended.finished().toString()).orElse(""));
    row.add(
        candidate.proposal().parents().stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" ")));
    return row;
  }

  private static List<String> outcome(RunHistory history, Candidate candidate) {
    return candidate
        .evaluation()
        .map(
            ended ->
                switch (ended.outcome()) {
                  case Outcome.Measured _ ->
                      history
                          .flags()
                          .exclusion(candidate.number())
                          .map(one -> ended("excluded", one.why()))
                          .orElse(List.of("measured", "", "", ""));
                  case Outcome.Rejected rejected -> ended("rejected", rejected);
                })
        .orElse(List.of(RunFacts.outcome(history.run(), Candidate.ATTEMPTING), "", "", ""));
  }

  private static List<String> ended(String how, Outcome.Rejected why) {
    return List.of(how, why.reason().label(), why.shape(), Printable.text(why.message()));
  }

  private static String nanos(
      Candidate candidate, String shape, ToDoubleFunction<Samples> statistic) {
    return candidate
        .measurement(shape)
        .map(measurement -> statistic.applyAsDouble(measurement.samples()))
        .map(String::valueOf)
        .orElse("");
  }

  private static String measured(
      Candidate candidate, String shape, Function<Measurement, OptionalDouble> quantity) {
    OptionalDouble told = candidate.measurement(shape).map(quantity).orElse(OptionalDouble.empty());
    return told.isPresent() ? Double.toString(told.getAsDouble()) : "";
  }

  /** For example {@code power-cap hardware-thermal}. */
  private static String throttles(Measurement measurement) {
    return measurement.device().throttles().stream()
        .sorted()
        .map(Throttle::label)
        .collect(Collectors.joining(" "));
  }

  private static Optional<Resources> resources(Candidate candidate, String shape) {
    return candidate
        .measurement(shape)
        .flatMap(measurement -> Optional.ofNullable(measurement.resources()));
  }

  private static String text(
      Optional<Resources> resources, Function<Resources, ? extends Number> number) {
    return resources.map(number).map(String::valueOf).orElse("");
  }

  private static String seconds(long nanos) {
    return Double.toString(nanos / 1e9);
  }
}
