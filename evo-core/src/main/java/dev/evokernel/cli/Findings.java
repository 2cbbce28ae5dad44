package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.Requirement;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.tuning.KernelTrial.Finding;
import dev.evokernel.tuning.KernelTrial.Mark;
import dev.evokernel.tuning.MachineCheck;

/** Reports with findings: lines with a mark, and what fixes them. */
final class Findings {

  private Findings() {}

  /** Finding; without a remedy if nothing needs to be done. */
  private record Line(String mark, String word, String name, String found, String remedy) {

    /** One line, and a second one for the remedy. */
    String text(String indent, int width) {
      String columns = indent + "%-8s %-" + width + "s ";
      String below = "\n" + " ".repeat(columns.formatted("", "").length());
      String line = columns.formatted(word, name) + found.replace("\n", below) + "\n";
      return remedy.isEmpty() ? line : line + columns.formatted("", "") + "→ " + remedy + "\n";
    }

    static Table table(List<Line> lines) {
      Table.Builder table = Table.builder().text("").text("check").text("found").text("fix");
      lines.forEach(line -> table.row(line.word, line.name, line.found, line.remedy));
      return table.build();
    }

    static final Data.Columns<Line> FIELDS =
        new Data.Columns<Line>()
            .add("mark", Line::mark)
            .add("name", Line::name)
            .add("found", Line::found)
            .add("remedy", Line::remedy);
  }

  record OfKernel(List<Finding> findings) implements Report {

    OfKernel {
      findings = List.copyOf(findings);
    }

    boolean isRight() {
      return count(Mark.WRONG) == 0;
    }

    private long count(Mark mark) {
      return findings.stream().filter(finding -> finding.mark() == mark).count();
    }

    private String verdict() {
      String rest = counted(Mark.TODO, "TODO") + ", " + counted(Mark.WEAK, "warning");
      if (!isRight()) {
        return "%s, %s. Fix the lines marked 'error'."
            .formatted(counted(Mark.WRONG, "error"), rest);
      }
      return count(Mark.MISSING) > 0
          ? "No errors, %s, %d not checked on this machine.".formatted(rest, count(Mark.MISSING))
          : "No errors, %s.".formatted(rest);
    }

    private String counted(Mark mark, String noun) {
      long count = count(mark);
      return count + " " + noun + (count == 1 ? "" : "s");
    }

    private List<Line> lines() {
      return findings.stream().map(OfKernel::line).toList();
    }

    private static Line line(Finding finding) {
      String mark = finding.mark().label();
      String word =
          switch (finding.mark()) {
            case WRONG -> "error";
            case WEAK -> "warning";
            case OK, TODO, MISSING -> mark;
          };
      return new Line(mark, word, finding.name(), finding.found(), finding.remedy());
    }

    @Override
    public String text() {
      var text = new StringBuilder();
      lines().forEach(line -> text.append(line.text("", 28)));
      return text.append(verdict()).append('\n').toString();
    }

    @Override
    public Document document() {
      return new Document(
          List.of(Block.Paragraph.of(verdict()), Line.table(lines())),
          new Data.Columns<OfKernel>()
              .add("right", OfKernel::isRight)
              .add("findings", report -> Line.FIELDS.objects(report.lines()))
              .fields(this));
    }
  }

  record OfMachine(MachineCheck.Result result) implements Report {

    boolean isReady() {
      return !result.runnable().isEmpty();
    }

    private String verdict() {
      return isReady()
          ? "Ready: evo can run on " + String.join(" and ", result.runnable()) + "."
          : "Not ready. Fix the lines marked 'missing'.";
    }

    @Override
    public String text() {
      var text = new StringBuilder();
      for (MachineCheck.Section section : result.sections()) {
        List<Requirement> found = section.requirements();
        text.append(section.subject());
        if (found.size() == 1 && !found.getFirst().present()) {
          Requirement lacking = found.getFirst();
          text.append(
              ": no %s: %s. %s\n".formatted(lacking.name(), lacking.found(), lacking.remedy()));
        } else {
          text.append('\n');
          lines(section).forEach(line -> text.append(line.text("  ", 24)));
        }
      }
      return text.append(verdict()).append('\n').toString();
    }

    @Override
    public Document document() {
      var blocks = new ArrayList<Block>();
      blocks.add(Block.Paragraph.of(verdict()));
      for (MachineCheck.Section section : result.sections()) {
        var heading = new Block.Heading(3, section.subject());
        blocks.add(Block.Together.of(heading, Line.table(lines(section))));
      }
      var section =
          new Data.Columns<MachineCheck.Section>()
              .add("subject", MachineCheck.Section::subject)
              .add("checks", part -> Line.FIELDS.objects(lines(part)));
      return new Document(
          blocks,
          new Data.Columns<MachineCheck.Result>()
              .add("ready", _ -> isReady())
              .add("backends", MachineCheck.Result::runnable)
              .add("sections", found -> section.objects(found.sections()))
              .fields(result));
    }

    private static List<Line> lines(MachineCheck.Section section) {
      return section.requirements().stream().map(OfMachine::line).toList();
    }

    private static Line line(Requirement requirement) {
      String mark = requirement.present() ? "ok" : requirement.needed() ? "missing" : "absent";
      return new Line(
          mark,
          mark,
          requirement.name(),
          requirement.found(),
          requirement.present() ? "" : requirement.remedy());
    }
  }
}
