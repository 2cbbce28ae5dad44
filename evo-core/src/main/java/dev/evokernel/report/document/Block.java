package dev.evokernel.report.document;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * One thing that a report says. Renderers separate blocks by an empty line; in a terminal, those of
 * a {@link Together} stand on adjacent lines.
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
        Table {

  /** How a paragraph is set. */
  enum Style {
    PLAIN,
    /** In bold, where the format has bold. */
    STRONG,
    /** A verdict that something was won; green on a terminal that has colours. */
    WON,
    /** A verdict that nothing was won, or not for certain; yellow there. */
    OPEN
  }

  /**
   * @param level 1 for the title, 2 and 3 for what is below it
   */
  record Heading(int level, String text) implements Block {
    public Heading {
      if (level < 1 || level > 6) {
        throw new IllegalArgumentException(
            "The level of the heading '%s' must be from 1 to 6, was %d.".formatted(text, level));
      }
    }
  }

  /**
   * Sentences.
   *
   * @param lines each begins on a line of its own
   * @param indent spaces before each line in a terminal
   */
  record Paragraph(List<String> lines, Style style, int indent) implements Block {
    public Paragraph {
      lines = List.copyOf(lines);
    }

    public static Paragraph of(String... lines) {
      return new Paragraph(List.of(lines), Style.PLAIN, 0);
    }

    public static Paragraph strong(String line) {
      return new Paragraph(List.of(line), Style.STRONG, 0);
    }

    /** A verdict. */
    public static Paragraph verdict(String line, boolean won) {
      return new Paragraph(List.of(line), won ? Style.WON : Style.OPEN, 0);
    }

    public Paragraph indented(int by) {
      return new Paragraph(lines, style, by);
    }
  }

  /**
   * The result of the whole report in one sentence. Markdown has it in bold before everything else.
   */
  record Summary(String sentence) implements Block {}

  /**
   * One sentence each.
   *
   * @param indent spaces before each item in a terminal
   */
  record Bullets(List<String> items, int indent) implements Block {
    public Bullets {
      items = List.copyOf(items);
    }

    /** Indented as tables are. */
    public static Bullets of(List<String> items) {
      return new Bullets(items, Table.INDENT);
    }
  }

  /**
   * Values by their labels.
   *
   * @param label heads the labels where the format has a table for them
   * @param value heads the values there
   */
  record Facts(String label, String value, SequencedMap<String, String> facts) implements Block {
    public Facts {
      facts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facts));
    }

    public static Facts of(SequencedMap<String, String> facts) {
      return new Facts("", "", facts);
    }
  }

  /**
   * Text of a program or a tool, line by line as it is.
   *
   * @param language for example {@code sh}; empty for plain text
   * @param indent spaces before each line in a terminal
   */
  record Code(String language, String text, int indent) implements Block {}

  /** What to type to get the report again. */
  record Commands(List<Command> commands) implements Block {
    public Commands {
      commands = List.copyOf(commands);
    }

    public static Commands again(String line) {
      return new Commands(List.of(new Command(line, "")));
    }
  }

  /**
   * One command.
   *
   * @param remark what it does, where that is not plain; a terminal shows it, a file to copy from
   *     does not
   */
  record Command(String line, String remark) {}

  /** Blocks that belong so closely together that a terminal shows no empty line between them. */
  record Together(List<Block> blocks) implements Block {
    public Together {
      blocks = List.copyOf(blocks);
    }

    public static Together of(Block... blocks) {
      return new Together(List.of(blocks));
    }

    /** Blocks under a heading. */
    public static Together under(Heading heading, List<? extends Block> blocks) {
      var all = new ArrayList<Block>();
      all.add(heading);
      all.addAll(blocks);
      return new Together(all);
    }

    /** Blocks under a heading of level 2. */
    public static Together section(String heading, Block... blocks) {
      return under(new Heading(2, heading), List.of(blocks));
    }
  }

  /** More than fits a terminal: only files have it. */
  record Details(List<Block> blocks) implements Block {
    public Details {
      blocks = List.copyOf(blocks);
    }
  }
}
