package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.Block.Command;
import dev.evokernel.report.Block.Style;
import dev.evokernel.report.Table.Column;
import dev.evokernel.report.Table.Content;

/** Renderer of GitHub's Markdown: pipe tables, fenced code. A text can mark code, and no more. */
public final class MarkdownRenderer {

  /** Code of a text, between equal runs of backticks, or a character with a meaning outside. */
  private static final Pattern CODE_OR_SIGN =
      Pattern.compile("(?<!`)(`+)(?!`).*?(?<!`)\\1(?!`)|[\\\\`<~]|](?=[(\\[:])");

  public String render(Document document) {
    return Stream.concat(
            summaries(document.blocks()).map(summary -> "**" + escaped(summary.sentence()) + "**"),
            texts(document.blocks()))
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  private static Stream<Block.Summary> summaries(List<Block> blocks) {
    return blocks.stream().filter(Block.Summary.class::isInstance).map(Block.Summary.class::cast);
  }

  private static Stream<String> texts(List<Block> blocks) {
    return blocks.stream()
        .map(MarkdownRenderer::block)
        .map(String::stripTrailing)
        .filter(text -> !text.isEmpty());
  }

  private static String block(Block block) {
    return switch (block) {
      case Block.Heading heading -> "#".repeat(heading.level()) + " " + escaped(heading.text());
      case Block.Paragraph paragraph -> {
        String text =
            paragraph.lines().stream()
                .map(MarkdownRenderer::escaped)
                .collect(Collectors.joining("  \n"));
        yield paragraph.style() == Style.STRONG ? "**" + text + "**" : text;
      }
      case Block.Summary _ -> "";
      case Block.Bullets bullets ->
          bullets.items().stream()
              .map(item -> "- " + escaped(item))
              .collect(Collectors.joining("\n"));
      case Block.Facts facts -> facts(facts);
      case Block.Code code -> fenced(code.language(), code.text());
      case Block.Commands commands ->
          fenced(
              "sh",
              commands.commands().stream().map(Command::line).collect(Collectors.joining("\n")));
      case Block.Together together -> texts(together.blocks()).collect(Collectors.joining("\n\n"));
      case Block.Details details -> texts(details.blocks()).collect(Collectors.joining("\n\n"));
      case Block.Drawing drawing -> block(drawing.plain());
      case Table table -> table(table);
    };
  }

  /** Fences code by more backticks than it has in a row. */
  private static String fenced(String language, String text) {
    String fence = "```";
    while (text.contains(fence)) {
      fence += "`";
    }
    return fence + language + "\n" + text.stripTrailing() + "\n" + fence;
  }

  private static String facts(Block.Facts facts) {
    Table.Builder table = Table.builder().text(facts.label()).text(facts.value());
    facts.facts().forEach((label, value) -> table.row(label, value));
    return table(table.build());
  }

  private static String table(Table table) {
    var text = new StringBuilder();
    text.append(row(table.columns().stream().map(Column::heading)));
    text.append(
        table.columns().stream()
            .map(column -> column.content() == Content.QUANTITY ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    table.rows().forEach(row -> text.append(row(row.stream())));
    return text.toString();
  }

  private static String row(Stream<String> cells) {
    return cells
        .map(cell -> escaped(cell).replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** Escapes the signs of a text that Markdown or HTML would interpret, except in code. */
  public static String escaped(String text) {
    return CODE_OR_SIGN
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement((found.group(1) == null ? "\\" : "") + found.group()));
  }
}
