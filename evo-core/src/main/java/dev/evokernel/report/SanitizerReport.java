package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;

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
    return new Document(
        List.copyOf(blocks),
        new Data.Columns<SanitizerReport>()
            .add("candidate", SanitizerReport::candidate)
            .add("shape", report -> report.shape().name())
            .add("sanitizer", SanitizerReport::sanitizer)
            .add("found", report -> report.found().isPresent())
            .add("message", report -> report.found().map(Rejected::message))
            .add("logs", report -> report.logs().toString())
            .add("command", SanitizerReport::again)
            .fields(this));
  }
}
