package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import java.util.List;

/** Part of a section. */
sealed interface Part {

  /** Sentences, tables, code. */
  record Text(List<Block> blocks) implements Part {
    public Text {
      blocks = List.copyOf(blocks);
    }

    static Text of(Block... blocks) {
      return new Text(List.of(blocks));
    }

    static Text of(String... sentences) {
      return of(Block.Paragraph.of(String.join(" ", sentences)));
    }
  }

  /**
   * Chart drawn by the script of the page.
   *
   * @param kind name of the drawing function in {@code page.js}
   * @param title title above the chart
   * @param description text for screen readers
   * @param data records and arrays, written as JSON
   */
  record Chart(String kind, String title, String description, Object data) {}

  /**
   * Chart with its data as a table.
   *
   * @param behind heading of the table, for example {@code The 12 improvements}
   */
  record Figure(Chart chart, String behind, Table table) implements Part {}

  /** Blocks that open on demand. */
  record Folded(String summary, List<Block> blocks) implements Part {
    public Folded {
      blocks = List.copyOf(blocks);
    }
  }

  /** Bars with labels. */
  record Bars(String label, String amount, List<Bar> bars) implements Part {
    public Bars {
      bars = List.copyOf(bars);
    }
  }

  /**
   * Bar with its label.
   *
   * @param share of the longest possible, from 0 to 1
   * @param note text after the bar; empty for none
   */
  record Bar(String label, String amount, double share, String note) {}

  /**
   * Heat map of two parameters.
   *
   * @param across the parameter of the columns
   * @param down the parameter of the rows
   */
  record Heat(
      String across, List<String> columns, String down, List<String> rows, List<List<Cell>> cells)
      implements Part {
    public Heat {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
      cells = cells.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Cell of a heat map.
   *
   * @param text empty if nothing is known
   * @param warmth from 0 for the slowest to 1 for the fastest
   */
  record Cell(String text, double warmth) {}

  /** Short answers side by side. */
  record Answers(List<Answer> answers) implements Part {
    public Answers {
      answers = List.copyOf(answers);
    }
  }

  /**
   * Answer with its details.
   *
   * @param tone {@code good}, {@code fair}, {@code poor} or {@code plain}
   * @param gist the answer in a few words
   * @param sentences details
   */
  record Answer(String question, String tone, String gist, List<String> sentences) {
    public Answer {
      sentences = List.copyOf(sentences);
    }
  }
}
