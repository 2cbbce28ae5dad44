package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.microbench.MicroRanking;
import dev.evokernel.microbench.MicroSample;
import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;

/** Result of {@code evo microbench}. */
public record MicroReport(MicroFacts facts) implements Report {

  private static final int LINES = 12;

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.of(tally(facts)));
    List<MicroSample> ranked = facts.ranking().ranked();
    if (!ranked.isEmpty()) {
      blocks.add(table(facts, ranked));
    }
    facts.validation().ifPresent(known -> blocks.add(Block.Paragraph.of(validation(known))));
    return new Document(blocks, new MicroBestFile(facts).document().data());
  }

  /** Message for a microbenchmark without a timed miniature: first lines of the first rejection. */
  public static String failure(MicroRanking ranking) {
    return ranking.samples().stream()
        .flatMap(
            sample ->
                sample.outcome() instanceof MiniatureOutcome.Refused(Rejected rejected)
                    ? Stream.of(rejected)
                    : Stream.of())
        .findFirst()
        .map(
            first ->
                "None of %d miniatures ran. First rejection, %s:%n%s"
                    .formatted(
                        ranking.samples().size(),
                        first.reason().label(),
                        first.message().lines().limit(LINES).collect(Collectors.joining("\n"))))
        .orElse("No miniature was tried.");
  }

  private static String tally(MicroFacts facts) {
    MicroRanking ranking = facts.ranking();
    int timed = ranking.ranked().size();
    int tried = ranking.samples().size();
    Map<String, Integer> reasons = new TreeMap<>();
    for (MicroSample sample : ranking.samples()) {
      if (sample.outcome() instanceof MiniatureOutcome.Refused(Rejected rejected)) {
        reasons.merge(rejected.reason().label(), 1, Integer::sum);
      }
    }
    String end =
        switch (ranking.end()) {
          case COMPLETE -> "";
          case TIME -> " (out of time)";
          case INTERRUPTED -> " (stopped; times so far are kept)";
        };
    var counted = new ArrayList<String>();
    reasons.forEach((reason, count) -> counted.add(count + " " + reason));
    return String.format(
        Locale.ROOT,
        "Timed %,d of %s valid configurations of %s%s%s.",
        timed,
        ranking.valid(),
        facts.subject().kernel().name(),
        end,
        tried == timed
            ? ""
            : "; rejected %,d (%s)".formatted(tried - timed, String.join(", ", counted)));
  }

  private static Table table(MicroFacts facts, List<MicroSample> ranked) {
    boolean cycles = facts.unit().equals("cycles");
    var table =
        Table.builder()
            .quantity(
                "rank",
                "expected speed-up",
                cycles ? "cycles" : "time",
                cycles ? "blocks per core" : "",
                cycles ? "registers" : "",
                cycles ? "occupancy" : "")
            .text("configuration");
    for (int i = 0; i < Math.min(facts.top(), ranked.size()); i++) {
      row(table, facts, Integer.toString(i + 1), ranked.get(i), cycles);
    }
    facts
        .ranking()
        .defaultSample()
        .filter(theDefault -> ranked.indexOf(theDefault) >= facts.top())
        .ifPresent(
            theDefault ->
                row(
                    table,
                    facts,
                    Integer.toString(ranked.indexOf(theDefault) + 1),
                    theDefault,
                    cycles));
    return table.build();
  }

  private static void row(
      Table.Builder table, MicroFacts facts, String rank, MicroSample sample, boolean cycles) {
    MiniatureTiming timing = MicroBestFile.timing(sample);
    Resources resources = timing.resources();
    table.row(
        rank,
        Units.formatted("%.2f×", facts.promise(sample)),
        cycles
            ? String.format(Locale.ROOT, "%,.0f", timing.crowded())
            : Units.time(timing.crowded()),
        cycles ? Integer.toString(timing.neighbours()) : "",
        resources == null ? "" : Integer.toString(resources.registers()),
        resources == null ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * resources.occupancy()),
        sample.configuration() + (sample.number() == 0 ? " (the default)" : ""));
  }

  private static String validation(MicroValidation validation) {
    int measured = validation.measured().size();
    String verdict = MicroVerdict.of(validation);
    return validation.correlation().isEmpty()
        ? verdict
        : "Validated with %d full measurements: %s\nThe top %d of the ranking contain %d of the fastest %d; by chance about %s."
            .formatted(
                measured,
                verdict,
                validation.quarter(),
                validation.found(),
                validation.quarter(),
                String.format(
                    Locale.ROOT,
                    "%.1f",
                    (double) validation.quarter() * validation.quarter() / measured));
  }
}
