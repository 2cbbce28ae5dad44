package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Table;

/**
 * Finding of {@code evo doctor} or {@code evo check}.
 *
 * @param mark in JSON
 * @param word mark in text
 * @param remedy empty if nothing needs to be done
 */
record FindingLine(String mark, String word, String name, String found, String remedy) {

  /** One line, and a second one for the remedy. */
  String text(String indent, int width) {
    String columns = indent + "%-8s %-" + width + "s ";
    String below = "\n" + " ".repeat(columns.formatted("", "").length());
    String line = columns.formatted(word, name) + found.replace("\n", below) + "\n";
    return remedy.isEmpty() ? line : line + columns.formatted("", "") + "→ " + remedy + "\n";
  }

  static Table table(List<FindingLine> lines) {
    Table.Builder table = Table.builder().text("").text("check").text("found").text("fix");
    lines.forEach(line -> table.row(line.word, line.name, line.found, line.remedy));
    return table.build();
  }

  static List<? extends Map<String, ?>> json(List<FindingLine> lines) {
    var columns =
        new Data.Columns<FindingLine>()
            .add("mark", FindingLine::mark)
            .add("name", FindingLine::name)
            .add("found", FindingLine::found)
            .add("remedy", FindingLine::remedy);
    return lines.stream().map(columns::object).toList();
  }
}
