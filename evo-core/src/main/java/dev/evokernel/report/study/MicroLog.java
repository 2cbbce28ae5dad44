package dev.evokernel.report.study;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.microbench.MicroSample;
import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The file {@code micro_log.csv}: a row for each tried configuration, with its rejection. */
public record MicroLog(MicroFacts facts) implements Report {

  @Override
  public Document document() {
    var ranks = new HashMap<Integer, Integer>();
    facts.ranking().ranked().forEach(sample -> ranks.put(sample.number(), ranks.size() + 1));
    Map<Integer, MicroValidation.Checked> checked = new HashMap<>();
    facts
        .validation()
        .ifPresent(
            validation ->
                validation.checked().forEach(full -> checked.put(full.sample().number(), full)));
    var rows = new ArrayList<List<@Nullable Object>>();
    List<String> columns =
        Stream.concat(
                Stream.of(
                    "number",
                    "rank",
                    "score",
                    "outcome",
                    "alone",
                    "crowded",
                    "neighbours",
                    "resident",
                    "registers",
                    "local_bytes",
                    "shared_bytes",
                    "occupancy",
                    "full_outcome",
                    "full_p50_ns"),
                Stream.concat(
                    facts.subject().kernel().parameters().stream().map(Parameter::name),
                    Stream.of("message")))
            .toList();
    for (MicroSample sample : facts.ranking().samples()) {
      var row = new ArrayList<@Nullable Object>();
      row.add(Integer.toString(sample.number()));
      row.add(text(ranks.get(sample.number())));
      row.add(sample.score().isPresent() ? Double.toString(sample.score().getAsDouble()) : "");
      row.addAll(measured(sample.outcome()));
      MicroValidation.Checked full = checked.get(sample.number());
      row.add(full == null ? "" : label(full.outcome()));
      row.add(full == null ? "" : full.nanos().map(String::valueOf).orElse(""));
      facts
          .subject()
          .kernel()
          .parameters()
          .forEach(
              parameter ->
                  row.add(
                      sample
                          .configuration()
                          .find(parameter.name())
                          .map(Value::toString)
                          .orElse("")));
      row.add(message(sample.outcome()));
      rows.add(row);
    }
    return Document.of(new Data.Records(columns, rows));
  }

  /** For example {@code measured} or {@code wrong-result}. */
  static String label(Outcome outcome) {
    return switch (outcome) {
      case Measured _ -> "measured";
      case Rejected rejected -> rejected.reason().label();
    };
  }

  private static List<String> measured(MiniatureOutcome outcome) {
    return switch (outcome) {
      case MiniatureOutcome.Timed(MiniatureTiming timing) -> {
        Resources resources = timing.resources();
        yield List.of(
            "timed",
            Double.toString(timing.alone()),
            Double.toString(timing.crowded()),
            Integer.toString(timing.neighbours()),
            Integer.toString(timing.resident()),
            resources == null ? "" : Integer.toString(resources.registers()),
            resources == null ? "" : Integer.toString(resources.localBytes()),
            resources == null
                ? ""
                : Integer.toString(resources.staticShared() + resources.dynamicShared()),
            resources == null ? "" : Double.toString(resources.occupancy()));
      }
      case MiniatureOutcome.Refused(Rejected rejected) ->
          List.of(rejected.reason().label(), "", "", "", "", "", "", "", "");
    };
  }

  private static String message(MiniatureOutcome outcome) {
    return switch (outcome) {
      case MiniatureOutcome.Timed _ -> "";
      case MiniatureOutcome.Refused(Rejected rejected) -> rejected.message();
    };
  }

  private static String text(@Nullable Integer number) {
    return number == null ? "" : number.toString();
  }
}
