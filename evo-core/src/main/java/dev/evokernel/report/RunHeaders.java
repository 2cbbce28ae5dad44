package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;

/** C headers with the macros of a run's result. */
public final class RunHeaders {

  private RunHeaders() {}

  /**
   * The file {@code champion.h}: the macros of the best configuration. The include guard has the
   * name of the run, so one source file can include the headers of several runs.
   */
  public static String champion(RunHistory history) {
    Conclusion conclusion = Conclusion.of(history);
    StoredRun run = history.run();
    String guard = "EVO_" + word(run.id()) + "_CHAMPION_H";
    var text = new StringBuilder("/*\n");
    comment(text, conclusion.sentence());
    history.foundDefault().ifPresent(found -> comment(text, found));
    comment(text, "Run " + run.id() + ", sources " + run.subject().sourceHash() + ".");
    comment(
        text,
        "%s, %s%s."
            .formatted(
                run.provenance().device().model(),
                run.provenance().compiler(),
                run.provenance().commit().map(commit -> ", commit " + commit).orElse("")));
    conclusion
        .configuration()
        .variant()
        .ifPresent(variant -> comment(text, "Variant '" + variant + "'."));
    if (!conclusion.configuration().isByShape()) {
      comment(text, "Compiler flags: " + Macros.flags(run.subject(), conclusion.configuration()));
    }
    Macros.triton(conclusion.configuration())
        .ifPresent(config -> comment(text, "For triton.autotune: " + config));
    run.provenance()
        .architecture()
        .ifPresent(architecture -> comment(text, "Compiled for " + architecture + "."));
    comment(text, "Other compiler flags: kernel/%s/kernel.yaml.".formatted(run.subject().kernel()));
    text.append(" */\n#ifndef %1$s\n#define %1$s\n\n".formatted(guard));
    defines(text, run.subject(), conclusion.configuration());
    List<String> byShape = Macros.linesByShape(run.subject(), conclusion.configuration());
    if (!byShape.isEmpty()) {
      text.append("\n/*\n * Further macros, by shape:\n");
      byShape.forEach(line -> comment(text, line));
      text.append(" */\n");
    }
    return text.append("\n#endif\n").toString();
  }

  /**
   * The file {@code portfolio.h}: macros of each dispatched configuration, and the dispatch by
   * shape. A build compiles the kernel once for each candidate, with the number of the candidate in
   * a macro.
   *
   * @return empty if the finals accepted no portfolio
   */
  public static Optional<String> portfolio(RunHistory history) {
    return PortfolioReport.of(history)
        .filter(PortfolioReport::isAccepted)
        .map(report -> portfolio(history, report));
  }

  private static String portfolio(RunHistory history, PortfolioReport report) {
    String prefix = "EVO_" + word(history.run().subject().kernel());
    String chosen = prefix + "_CANDIDATE";
    var text = new StringBuilder("/*\n");
    comment(text, report.sentence());
    comment(
        text,
        "Run " + history.run().id() + ", sources " + history.run().subject().sourceHash() + ".");
    comment(text, "Compile the kernel once for each candidate, with -D" + chosen + "=NUMBER.");
    text.append(" */\n#ifndef %1$s_PORTFOLIO_H\n#define %1$s_PORTFOLIO_H\n\n".formatted(prefix));
    List<Candidate> candidates = report.dispatched();
    for (Candidate candidate : candidates) {
      for (Workload workload : report.shapes(candidate)) {
        Shape shape = workload.shape();
        text.append("/* %s */\n".formatted(Printable.line(shape.toString())));
        text.append(
            "#define %s_ON_%s %s\n".formatted(prefix, word(shape.name()), candidate.number()));
      }
    }
    text.append('\n');
    String condition = "#if";
    for (Candidate candidate : candidates) {
      text.append("%s %s == %s\n".formatted(condition, chosen, candidate.number()));
      candidate
          .configuration()
          .variant()
          .ifPresent(variant -> text.append("/* Variant '%s'. */\n".formatted(variant)));
      for (String line : Macros.linesByShape(history.run().subject(), candidate.configuration())) {
        text.append("/* %s */\n".formatted(inComment(line)));
      }
      defines(text, history.run().subject(), candidate.configuration());
      condition = "#elif";
    }
    return text.append(
            """
            #elif defined(%1$s)
            #error "%1$s must be a candidate above"
            #endif

            #endif
            """
                .formatted(chosen))
        .toString();
  }

  /** A name in a form that fits into the name of a macro. */
  public static String word(String name) {
    return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** A text on one line, without the end of a comment. */
  public static String inComment(String text) {
    return Printable.line(text).replace("*/", "* /");
  }

  public static void comment(StringBuilder text, String line) {
    text.append(" * ").append(inComment(line)).append('\n');
  }

  public static void defines(StringBuilder text, Subject subject, Configuration configuration) {
    if (configuration.isByShape()) {
      return; // The lines by shape have all macros.
    }
    subject
        .macros()
        .defines(configuration, "EVO_" + word(subject.kernel()) + "_")
        .forEach((name, value) -> text.append("#define %s %s\n".formatted(name, value)));
  }
}
