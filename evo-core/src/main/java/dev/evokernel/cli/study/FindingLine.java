package dev.evokernel.cli.study;

import module java.base;

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

  static List<Map<String, Object>> json(List<FindingLine> lines) {
    return lines.stream().map(FindingLine::json).toList();
  }

  private Map<String, Object> json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("mark", mark);
    json.put("name", name);
    json.put("found", found);
    json.put("remedy", remedy);
    return json;
  }
}
