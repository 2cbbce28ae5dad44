package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Configuration;
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
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo renew}: the difference between the old buckets and the new ones.
 *
 * @param subject the file or the run
 * @param changes what differs from the recorded measurement
 */
public record RenewalReport(
    String subject, List<String> changes, List<Line> lines, List<Path> written) implements Report {

  /** Whether a bucket was reopened. */
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
                              .map(line -> line.before().shape().name())
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
        .text("shape", line -> line.before().shape().name())
        .text("decision", line -> line.decision().label())
        .quantity("was", line -> speedUp(line.before()))
        .text("old configuration now (CI)", line -> line.now().map(now -> now.p50().toString()))
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
              line.after().map(Bucket::configuration).orElseThrow(), line.before().configuration());
      case REOPENED -> line.rejection().map(Candidate::reasonOf).orElse("slower than the default");
    };
  }

  private Data data() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("subject", subject);
    json.put("changes", changes);
    json.put(
        "buckets",
        lines.stream()
            .map(
                line -> {
                  var object = new LinkedHashMap<String, @Nullable Object>();
                  object.put("shape", line.before().shape().name());
                  object.put("decision", line.decision().label());
                  object.put("before", bucket(line.before()));
                  object.put("after", line.after().map(RenewalReport::bucket));
                  object.put("rejection", line.rejection().map(Candidate::reasonOf));
                  return object;
                })
            .toList());
    json.put("written", written.stream().map(Path::toString).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> bucket(Bucket bucket) {
    Configuration configuration = bucket.configuration();
    var json = new LinkedHashMap<String, Object>();
    json.put("configuration", Plain.of(configuration));
    json.put("speedup", bucket.times().speedUp());
    json.put("low", bucket.times().low());
    json.put("high", bucket.times().high());
    return json;
  }
}
