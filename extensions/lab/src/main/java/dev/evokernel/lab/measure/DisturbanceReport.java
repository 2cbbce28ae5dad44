package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.lab.measure.Disturbance.Effect;
import dev.evokernel.lab.measure.Disturbance.Verdict;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.report.text.Units;

/**
 * Report of {@code evo bench disturbance}.
 *
 * @param compileWorkers that compiled at once
 * @param niceness of the compile workers
 * @param compilations during the timings of the default
 */
public record DisturbanceReport(
    String subject,
    String command,
    int compileWorkers,
    int niceness,
    int rounds,
    long compilations,
    @JsonProperty("shapes") List<Effect> effects)
    implements Report {

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject, load()),
        List.of(table(), Block.Paragraph.of(sentence())),
        command,
        RecordFields.of(this));
  }

  private String load() {
    return String.format(
        Locale.ROOT,
        "%d rounds. In the busy half of each round, %d compile workers of niceness %d compiled;"
            + " %,d compilations in total.",
        rounds,
        compileWorkers,
        niceness,
        compilations);
  }

  private Table table() {
    var table =
        Table.builder()
            .text("shape")
            .quantity("quiet p50")
            .text("busy p50 / quiet (95 % interval)", "busy p90 / quiet (95 % interval)");
    for (Effect effect : effects) {
      table.row(
          effect.shape(),
          Units.time(effect.quietP50()),
          effect.p50().toString(),
          effect.p90().toString());
    }
    return table.build();
  }

  private String sentence() {
    return String.format(
        Locale.ROOT,
        "Compiling slows timings by more than %.0f %%: %s.",
        100 * (Effect.TOLERABLE - 1),
        Arrays.stream(Verdict.values())
            .flatMap(verdict -> shapes(verdict).stream())
            .collect(Collectors.joining("; ")));
  }

  private Optional<String> shapes(Verdict verdict) {
    List<String> shapes =
        effects.stream().filter(effect -> effect.verdict() == verdict).map(Effect::shape).toList();
    return shapes.isEmpty()
        ? Optional.empty()
        : Optional.of(words(verdict) + " on " + String.join(", ", shapes));
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case DISTURBED -> "yes";
      case UNDISTURBED -> "no";
      case UNKNOWN -> "inconclusive (use more --rounds or a quieter machine)";
    };
  }
}
