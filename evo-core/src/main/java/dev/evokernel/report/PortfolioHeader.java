package dev.evokernel.report;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.report.finals.PortfolioReport;
import dev.evokernel.report.text.HeaderText;
import dev.evokernel.report.text.Macros;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.Workload;
import java.util.List;
import java.util.Optional;

/**
 * The file {@code portfolio.h}: macros of each dispatched configuration, and the dispatch by shape.
 * A build compiles the kernel once for each candidate, with the number of the candidate in a macro.
 */
public final class PortfolioHeader {

  private PortfolioHeader() {}

  /** Text of the header; empty if the run found no portfolio. */
  public static Optional<String> of(RunHistory history) {
    return PortfolioReport.of(history).map(report -> text(history, report));
  }

  private static String text(RunHistory history, PortfolioReport report) {
    String prefix = "EVO_" + HeaderText.word(history.run().subject().kernel());
    String chosen = prefix + "_CANDIDATE";
    var text = new StringBuilder("/*\n");
    HeaderText.comment(text, report.sentence());
    HeaderText.comment(
        text,
        "Run " + history.run().id() + ", sources " + history.run().subject().sourceHash() + ".");
    HeaderText.comment(
        text, "Compile the kernel once for each candidate, with -D" + chosen + "=NUMBER.");
    text.append(" */\n#ifndef ").append(prefix).append("_PORTFOLIO_H\n");
    text.append("#define ").append(prefix).append("_PORTFOLIO_H\n\n");
    List<Candidate> candidates = report.dispatched();
    for (Candidate candidate : candidates) {
      for (Workload workload : report.shapes(candidate)) {
        text.append("/* ").append(Printable.line(workload.shape().toString())).append(" */\n");
        text.append("#define ")
            .append(prefix)
            .append("_ON_")
            .append(HeaderText.word(workload.shape().name()))
            .append(' ')
            .append(candidate.number())
            .append('\n');
      }
    }
    text.append('\n');
    String condition = "#if ";
    for (Candidate candidate : candidates) {
      text.append(condition).append(chosen).append(" == ").append(candidate.number()).append('\n');
      candidate
          .configuration()
          .variant()
          .ifPresent(variant -> text.append("/* Variant '").append(variant).append("'. */\n"));
      for (String line : Macros.linesByShape(history.run().subject(), candidate.configuration())) {
        text.append("/* ").append(HeaderText.inComment(line)).append(" */\n");
      }
      HeaderText.defines(text, history.run().subject().macros().of(candidate.configuration()));
      condition = "#elif ";
    }
    return text.append("#elif defined(")
        .append(chosen)
        .append(")\n#error \"")
        .append(chosen)
        .append(" must be a candidate above\"\n#endif\n\n#endif\n")
        .toString();
  }
}
