package dev.evokernel.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Content of a report: blocks for readers, and data for programs.
 *
 * @param data the same result as data; {@link Data.Fields#NONE} for a report without data
 */
public record Document(List<Block> blocks, Data data) {

  public Document {
    blocks = List.copyOf(blocks);
  }

  public static Document of(List<Block> blocks) {
    return new Document(blocks, Data.Fields.NONE);
  }

  public static Document of(Data data) {
    return new Document(List.of(), data);
  }

  /**
   * A report with a subject, findings, and the command that repeats the measurement.
   *
   * @param subject lines that name the measured things
   */
  public static Document framed(
      List<String> subject, List<Block> findings, String command, Data data) {
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Paragraph(subject, Block.Style.PLAIN, 0));
    blocks.addAll(findings);
    blocks.add(Block.Commands.again(command));
    return new Document(blocks, data);
  }
}
