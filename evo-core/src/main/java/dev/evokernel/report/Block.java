package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;

/**
 * Block of a report. Renderers separate blocks by an empty line; in a terminal, the blocks of a
 * {@link Together} are on adjacent lines.
 *
 * <p>Texts may come from outside: names of hosts, devices and shapes, messages of compilers. A
 * block drops their control characters, and keeps line breaks only in verbatim text.
 */
public sealed interface Block
    permits Block.Heading,
        Block.Paragraph,
        Block.Summary,
        Block.Bullets,
        Block.Facts,
        Block.Code,
        Block.Commands,
        Block.Together,
        Block.Details,
        Block.Drawing,
        Table {

  enum Style {
    PLAIN,
    /** Bold, if the format has bold. */
    STRONG,
    /** A positive verdict; green on a terminal with colours. */
    WON,
    /** A negative or uncertain verdict; yellow on a terminal with colours. */
    OPEN
  }

  /**
   * @param level 1 for the title, 2 and 3 for sections
   */
  record Heading(int level, String text) implements Block {
    public Heading {
      if (level < 1 || level > 6) {
        throw new IllegalArgumentException(
            "The level of the heading '%s' must be from 1 to 6, was %d.".formatted(text, level));
      }
      text = Printable.inline(text);
    }
  }

  /**
   * Sentences.
   *
   * @param lines each starts on a new line
   */
  record Paragraph(List<String> lines, Style style, int indent) implements Block {
    public Paragraph {
      lines = lines.stream().map(Printable::inline).toList();
    }

    public static Paragraph of(String... lines) {
      return new Paragraph(List.of(lines), Style.PLAIN, 0);
    }

    public static Paragraph strong(String line) {
      return new Paragraph(List.of(line), Style.STRONG, 0);
    }

    public static Paragraph verdict(String line, boolean won) {
      return new Paragraph(List.of(line), won ? Style.WON : Style.OPEN, 0);
    }

    public Paragraph indented(int by) {
      return new Paragraph(lines, style, by);
    }
  }

  /** Result of the report in one sentence. Markdown shows the sentence first, in bold. */
  record Summary(String sentence) implements Block {
    public Summary {
      sentence = Printable.inline(sentence);
    }
  }

  record Bullets(List<String> items, int indent) implements Block {
    public Bullets {
      items = items.stream().map(Printable::inline).toList();
    }

    /** Bullets with the indentation of tables. */
    public static Bullets of(List<String> items) {
      return new Bullets(items, Table.INDENT);
    }
  }

  /**
   * Values by label.
   *
   * @param label heading of the labels, for formats with a table
   * @param value heading of the values, for formats with a table
   */
  record Facts(String label, String value, SequencedMap<String, String> facts) implements Block {
    public Facts {
      var printable = new LinkedHashMap<String, String>();
      facts.forEach((name, text) -> printable.put(Printable.inline(name), Printable.line(text)));
      facts = Collections.unmodifiableSequencedMap(printable);
    }

    public static Facts of(SequencedMap<String, String> facts) {
      return new Facts("", "", facts);
    }
  }

  /**
   * Verbatim text of a program or a tool.
   *
   * @param language for example {@code sh}; empty for plain text
   */
  record Code(String language, String text, int indent) implements Block {
    public Code {
      text = Printable.text(text);
    }
  }

  record Commands(List<Command> commands) implements Block {
    public Commands {
      commands = List.copyOf(commands);
    }

    public static Commands again(String line) {
      return new Commands(List.of(new Command(line, "")));
    }
  }

  /**
   * Command with a remark.
   *
   * @param remark short explanation, shown only in a terminal; empty for none
   */
  record Command(String line, String remark) {
    public Command {
      line = Printable.text(line);
    }
  }

  /** Blocks without empty lines between them in a terminal. */
  record Together(List<Block> blocks) implements Block {
    public Together {
      blocks = List.copyOf(blocks);
    }

    public static Together of(Block... blocks) {
      return new Together(List.of(blocks));
    }

    public static Together under(Heading heading, List<? extends Block> blocks) {
      var all = new ArrayList<Block>();
      all.add(heading);
      all.addAll(blocks);
      return new Together(all);
    }

    /** Blocks under a heading of level 2. */
    public static Together section(String heading, Block... blocks) {
      return section(heading, List.of(blocks));
    }

    public static Together section(String heading, List<? extends Block> blocks) {
      return under(new Heading(2, heading), blocks);
    }
  }

  /**
   * Details: files show them, a page on demand, a terminal only in verbose style.
   *
   * @param summary heading of the details on a page
   */
  record Details(String summary, List<Block> blocks) implements Block {
    public Details {
      blocks = List.copyOf(blocks);
    }

    public Details(List<Block> blocks) {
      this("More", blocks);
    }
  }

  /** Block that a page draws; text and Markdown show the same facts without the drawing. */
  sealed interface Drawing extends Block {
    Block plain();
  }

  /**
   * Chart drawn by the script of the page, with its data as a table.
   *
   * @param kind name of the drawing function in {@code page.js}
   * @param description text for screen readers
   * @param data records and arrays, written as JSON
   * @param behind heading of the folded table, for example {@code The 12 improvements}; empty for a
   *     table that a page shows below the chart
   */
  record Chart(
      String kind, String title, String description, Object data, String behind, Block table)
      implements Drawing {

    @Override
    public Block plain() {
      return table;
    }
  }

  record Bars(String label, String amount, List<Bar> bars) implements Drawing {
    public Bars {
      bars = List.copyOf(bars);
    }

    @Override
    public Block plain() {
      return new Table.Columns<Bar>()
          .text(label, Bar::label)
          .quantity(amount, Bar::amount)
          .text("", Bar::note)
          .rows(bars);
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
      implements Drawing {
    public Heat {
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
      cells = cells.stream().map(List::copyOf).toList();
    }

    @Override
    public Block plain() {
      var table = new Table.Columns<Integer>().text(down + " / " + across, rows::get);
      for (int i = 0; i < columns.size(); i++) {
        int column = i;
        table.quantity(columns.get(i), row -> cells.get(row).get(column).text());
      }
      return table.rows(IntStream.range(0, rows.size()).boxed().toList());
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
  record Answers(List<Answer> answers) implements Drawing {
    public Answers {
      answers = List.copyOf(answers);
    }

    @Override
    public Block plain() {
      return Bullets.of(
          answers.stream()
              .map(
                  answer ->
                      "%s %s. %s"
                          .formatted(
                              answer.question(),
                              answer.gist(),
                              String.join(" ", answer.sentences())))
              .toList());
    }
  }

  /**
   * Answer with its details.
   *
   * @param tone {@code good}, {@code fair}, {@code poor} or {@code plain}
   * @param gist the answer in a few words
   */
  record Answer(String question, String tone, String gist, List<String> sentences) {
    public Answer {
      sentences = List.copyOf(sentences);
    }
  }
}
