package dev.evokernel.report.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One report: blocks for readers, and the same result as data for programs.
 *
 * @param blocks from top to bottom
 * @param data of the same result; without a field where the report has none
 */
public record Document(List<Block> blocks, Data data) {

  public Document {
    blocks = List.copyOf(blocks);
  }

  /** A report without data. */
  public static Document of(List<Block> blocks) {
    return new Document(blocks, Data.Fields.NONE);
  }

  /** A file of data alone. */
  public static Document of(Data data) {
    return new Document(List.of(), data);
  }

  /**
   * The usual frame: what was measured, the findings, and the command that repeats the measurement.
   *
   * @param subject one line or several
   */
  public static Document framed(
      List<String> subject, List<Block> findings, String command, Data data) {
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Paragraph(subject, Block.Style.PLAIN, 0));
    blocks.addAll(findings);
    blocks.add(Block.Commands.again(command));
    return new Document(blocks, data);
  }

  /** Blocks in this order. */
  public static List<Block> blocks(Block... blocks) {
    return Arrays.asList(blocks);
  }
}
