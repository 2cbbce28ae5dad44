package dev.evokernel.lab.measure;

import module java.base;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.stats.RatioEstimate;

/** Report of {@code evo bench stability}. */
@JsonPropertyOrder({"subject", "command"})
public record StabilityReport(
    @JsonUnwrapped Stability.Result result, String subject, String command) implements Report {

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject),
        List.of(table(), Block.Bullets.of(sentences())),
        command,
        RecordFields.of(this));
  }

  private Table table() {
    var table =
        Table.builder()
            .text("winner")
            .quantity("runs")
            .text("speed-up, remeasured", "regret (interval)");
    for (Stability.Winner winner : result.winners()) {
      table.row(
          winner.configuration().toString(),
          Integer.toString(winner.runs()),
          winner.speedUp().toString(),
          regret(winner.regret()));
    }
    return table.build();
  }

  private static String regret(RatioEstimate estimate) {
    return estimate.ratio() == 1
        ? "the best"
        : !RatioEstimate.isMeasurable(estimate.low(), estimate.high())
            ? estimate.toString()
            : String.format(
                Locale.ROOT,
                "%.2f %% (%.2f to %.2f %%)",
                100 * (estimate.ratio() - 1),
                100 * (estimate.low() - 1),
                100 * (estimate.high() - 1));
  }

  private List<String> sentences() {
    int runs = result.choices().size();
    int most = result.winners().stream().mapToInt(Stability.Winner::runs).max().orElse(0);
    var evaluated =
        result.choices().stream().mapToInt(Stability.Choice::evaluated).summaryStatistics();
    var sentences = new ArrayList<String>();
    sentences.add(
        "%d runs chose %d different configurations, the most frequent configuration %d times."
            .formatted(runs, result.winners().size(), most));
    sentences.add(
        "Pairs of runs with the same winner: %d of %d."
            .formatted(result.agreeing().hits(), result.agreeing().trials()));
    sentences.add(
        String.format(
            Locale.ROOT,
            "Within %.0f %% of the best of all: %s.",
            100 * Stability.NEAR,
            result.near()));
    sentences.add(
        "A run evaluated %d to %d candidates.".formatted(evaluated.getMin(), evaluated.getMax()));
    if (result.stayed()) {
      sentences.add("The default stayed in every run. Try longer runs, unless nothing is better.");
    }
    result
        .covered()
        .ifPresent(
            covered ->
                sentences.add(
                    "The run's own interval contains the remeasured speed-up: %s."
                        .formatted(covered)));
    return sentences;
  }
}
