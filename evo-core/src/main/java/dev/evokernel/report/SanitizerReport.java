package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Report;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo sanitize} for one candidate.
 *
 * @param found the first finding; empty without findings
 * @param logs folder with the output of the tools
 */
public record SanitizerReport(
    String candidate,
    Shape shape,
    String sanitizer,
    Optional<Rejected> found,
    Path logs,
    String again)
    implements Report {

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(
        Block.Together.of(
            Block.Paragraph.of("%s on shape %s".formatted(candidate, shape)),
            Block.Paragraph.of("under " + sanitizer)));
    blocks.add(
        found
            .map(why -> (Block) new Block.Code("", why.message(), 0))
            .orElseGet(() -> Block.Paragraph.verdict("No findings.", true)));
    if (found.isPresent()) {
      blocks.add(Block.Paragraph.of("Details: " + logs));
    }
    blocks.add(Block.Commands.again(again));
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("candidate", candidate);
    json.put("shape", shape.name());
    json.put("sanitizer", sanitizer);
    json.put("found", found.isPresent());
    json.put("message", found.map(Rejected::message));
    json.put("logs", logs.toString());
    json.put("command", again);
    return new Document(List.copyOf(blocks), new Data.Fields(json));
  }
}
