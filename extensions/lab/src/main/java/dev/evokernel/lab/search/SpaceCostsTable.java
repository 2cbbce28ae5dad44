package dev.evokernel.lab.search;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.space.binding.Count;

/** Report of {@code evo bench space}: a row for each search space. */
public record SpaceCostsTable(List<SpaceCosts> rows) implements Report {

  public SpaceCostsTable {
    rows = List.copyOf(rows);
  }

  @Override
  public Document document() {
    return new Document(List.of(table().indented(0)), RecordFields.rows(rows));
  }

  private Table table() {
    var table =
        Table.builder()
            .text("space")
            .quantity(
                "combinations",
                "valid",
                "cold ms",
                "from–to",
                "warm ms",
                "10–90 %",
                "draw µs",
                "neighbours µs",
                "repair µs",
                "proposal µs");
    for (SpaceCosts row : rows) {
      table.row(
          row.name(),
          new Count(row.combinations(), true).toString(),
          row.valid(),
          millis(row.coldMillis(0.5)),
          millis(row.coldMillis(0)) + "–" + millis(row.coldMillis(1)),
          millis(row.warmMillis(0.5)),
          millis(row.warmMillis(0.1)) + "–" + millis(row.warmMillis(0.9)),
          micros(row.drawNanos()),
          micros(row.neighboursNanos()),
          micros(row.repairNanos()),
          row.proposalNanos().isEmpty() ? "" : micros(row.proposalNanos().getAsDouble()));
    }
    return table.build();
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%.0f", millis);
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, nanos < 10_000 ? "%.2f" : "%.0f", nanos / 1000);
  }

  /**
   * Costs of building and using one search space.
   *
   * @param combinations of values, valid or not
   * @param valid number of configurations, as text
   * @param coldNanos first construction in a fresh process, one for each process
   * @param warmNanos repeated constructions in one process
   * @param drawNanos drawing a valid configuration
   * @param neighboursNanos finding every valid neighbour of a configuration
   * @param repairNanos finding the valid configuration nearest to a combination
   * @param proposalNanos time of a proposal of a search that knows a thousand evaluations; empty
   *     for a smaller space
   */
  public record SpaceCosts(
      @JsonProperty("space") String name,
      BigInteger combinations,
      String valid,
      @JsonProperty("cold_ns") List<Long> coldNanos,
      @JsonProperty("warm_ns") List<Long> warmNanos,
      @JsonProperty("draw_ns") double drawNanos,
      @JsonProperty("neighbours_ns") double neighboursNanos,
      @JsonProperty("repair_ns") double repairNanos,
      @JsonProperty("proposal_ns") OptionalDouble proposalNanos) {

    public SpaceCosts {
      coldNanos = coldNanos.stream().sorted().toList();
      warmNanos = warmNanos.stream().sorted().toList();
      if (coldNanos.isEmpty() || warmNanos.isEmpty()) {
        throw new IllegalArgumentException("The space '" + name + "' was never constructed.");
      }
    }

    /** Quantile of the cold constructions, in milliseconds. */
    public double coldMillis(double share) {
      return millis(coldNanos, share);
    }

    /** Quantile of the warm constructions, in milliseconds. */
    public double warmMillis(double share) {
      return millis(warmNanos, share);
    }

    private static double millis(List<Long> ascending, double share) {
      return ascending.get((int) Math.round(share * (ascending.size() - 1))) / 1e6;
    }
  }
}
