package dev.evokernel.report.render;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Block.Command;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;

/** Renderer of text for a terminal: aligned tables, an empty line between blocks. */
public record TextRenderer(TextStyle style) {

  private static final String GREEN = "\u001b[1;32m";
  private static final String YELLOW = "\u001b[1;33m";
  private static final String RESET = "\u001b[0m";

  public String render(Document document) {
    return blocks(document.blocks(), "\n\n") + "\n";
  }

  private String blocks(List<Block> blocks, String between) {
    return blocks.stream()
        .map(this::block)
        .map(String::stripTrailing)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(between));
  }

  private String block(Block block) {
    return switch (block) {
      case Block.Heading heading -> heading.text();
      case Block.Paragraph paragraph ->
          coloured(
              paragraph.style(),
              indented(String.join("\n", paragraph.lines()), paragraph.indent()));
      case Block.Summary summary -> summary.sentence();
      case Block.Bullets bullets -> indented(String.join("\n", bullets.items()), bullets.indent());
      case Block.Facts facts -> facts(facts.facts());
      case Block.Code code -> indented(code.text(), code.indent());
      case Block.Commands commands -> commands(commands.commands());
      case Block.Together together -> blocks(together.blocks(), "\n");
      case Block.Details details -> style.isVerbose() ? blocks(details.blocks(), "\n\n") : "";
      case Block.Drawing drawing -> block(drawing.plain());
      case Table table -> new TextTable(table, style.width()).text();
    };
  }

  private String coloured(Block.Style meant, String text) {
    return switch (meant) {
      case PLAIN, STRONG -> text;
      case WON -> style.hasColours() ? GREEN + text + RESET : text;
      case OPEN -> style.hasColours() ? YELLOW + text + RESET : text;
    };
  }

  /** Labels and values in two aligned columns, each value on one line. */
  private static String facts(SequencedMap<String, String> facts) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    return facts.entrySet().stream()
        .map(
            fact ->
                " ".repeat(Table.INDENT)
                    + fact.getKey()
                    + " ".repeat(width - fact.getKey().length() + 2)
                    + fact.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static String commands(List<Command> commands) {
    if (commands.size() == 1) {
      return "Again:  " + commands.getFirst().line();
    }
    return commands.stream()
        .map(
            command ->
                "  "
                    + command.line()
                    + (command.remark().isEmpty() ? "" : "    # " + command.remark()))
        .collect(Collectors.joining("\n", "Reproduce\n", ""));
  }

  private static String indented(String text, int by) {
    return by == 0
        ? text
        : text.lines()
            .map(line -> (" ".repeat(by) + line).stripTrailing())
            .collect(Collectors.joining("\n"));
  }
}
