package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Macros;
import dev.evokernel.report.Plain;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.shipping.FileRenewal.Decision;
import dev.evokernel.shipping.FileRenewal.Line;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo renew}: the difference between the old buckets and the new ones.
 *
 * @param subject the file or the run
 * @param changes what differs from the recorded measurement
 */
record RenewalReport(String subject, List<String> changes, List<Line> lines, List<Path> written)
    implements Report {

  public boolean hasReopened() {
    return count(Decision.REOPENED) > 0;
  }

  public boolean isUndecided() {
    return count(Decision.UNDECIDED) > 0;
  }

  private long count(Decision decision) {
    return lines.stream().filter(line -> line.decision() == decision).count();
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.of("Renewal of " + subject + "."));
    blocks.add(Block.Paragraph.of(FileGate.changed(changes)));
    blocks.add(Block.Paragraph.strong(sentence()));
    blocks.add(table());
    written.forEach(file -> blocks.add(Block.Paragraph.of("Written: " + Launcher.shown(file))));
    if (hasReopened()) {
      blocks.add(
          Block.Paragraph.of(
              "Search again for the reopened shapes: "
                  + Launcher.command(
                      "run --shapes "
                          + lines.stream()
                              .filter(line -> line.decision() == Decision.REOPENED)
                              .map(line -> line.before().bucket().shape().name())
                              .collect(Collectors.joining(",")))));
    }
    return new Document(blocks, data());
  }

  private String sentence() {
    return Arrays.stream(Decision.values())
        .filter(decision -> count(decision) > 0)
        .map(decision -> count(decision) + " " + decision.label())
        .collect(Collectors.joining(", ", "", "."));
  }

  private Table table() {
    return new Table.Columns<Line>()
        .text("shape", line -> line.before().bucket().shape().name())
        .text("decision", line -> line.decision().label())
        .quantity("was", line -> speedUp(line.before().bucket()))
        .text(
            "old configuration now (CI)",
            line -> line.before().now().map(now -> now.p50().toString()))
        .quantity("is", line -> line.after().map(RenewalReport::speedUp).orElse(""))
        .text("change", RenewalReport::change)
        .rows(lines);
  }

  private static String speedUp(Bucket bucket) {
    return Units.formatted("%.3f×", OptionalDouble.of(bucket.times().speedUp()));
  }

  private static String change(Line line) {
    return switch (line.decision()) {
      case KEPT, UNDECIDED -> "";
      case REPLACED ->
          Macros.difference(
              line.after().map(Bucket::configuration).orElseThrow(),
              line.before().bucket().configuration());
      case REOPENED ->
          line.before().rejection().map(Candidate::reasonOf).orElse("slower than the default");
    };
  }

  private Data data() {
    var bucket =
        new Data.Columns<Bucket>()
            .add("configuration", each -> Plain.of(each.configuration()))
            .add("speedup", each -> each.times().speedUp())
            .add("low", each -> each.times().low())
            .add("high", each -> each.times().high());
    var line =
        new Data.Columns<Line>()
            .add("shape", each -> each.before().bucket().shape().name())
            .add("decision", each -> each.decision().label())
            .add("before", each -> bucket.object(each.before().bucket()))
            .add("after", each -> each.after().map(bucket::object))
            .add("rejection", each -> each.before().rejection().map(Candidate::reasonOf));
    return new Data.Columns<RenewalReport>()
        .add("subject", RenewalReport::subject)
        .add("changes", RenewalReport::changes)
        .add("buckets", report -> line.objects(report.lines))
        .add("written", report -> report.written.stream().map(Path::toString).toList())
        .fields(this);
  }
}
