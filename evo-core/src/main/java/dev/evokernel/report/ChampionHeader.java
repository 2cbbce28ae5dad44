package dev.evokernel.report;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.text.HeaderText;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.TritonConfig;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.StoredRun;
import java.util.List;

/**
 * The file {@code champion.h}: the macros of the best configuration. The include guard has the name
 * of the run, so one source file can include the headers of several runs.
 */
public final class ChampionHeader {

  private ChampionHeader() {}

  public static String of(RunHistory history) {
    Conclusion conclusion = Conclusion.of(history);
    StoredRun run = history.run();
    String guard = "EVO_" + HeaderText.word(run.id()) + "_CHAMPION_H";
    var text = new StringBuilder("/*\n");
    HeaderText.comment(text, conclusion.sentence());
    history.foundDefault().ifPresent(found -> HeaderText.comment(text, found));
    HeaderText.comment(text, "Run " + run.id() + ", sources " + run.subject().sourceHash() + ".");
    HeaderText.comment(
        text,
        "%s, %s%s."
            .formatted(
                run.provenance().device().model(),
                run.provenance().compiler(),
                run.provenance().commit().map(commit -> ", commit " + commit).orElse("")));
    conclusion
        .configuration()
        .variant()
        .ifPresent(variant -> HeaderText.comment(text, "Variant '" + variant + "'."));
    HeaderText.comment(
        text, "Compiler flags: " + Macros.flags(run.subject(), conclusion.configuration()));
    Configuration inBraces = run.subject().macros().inBraces(conclusion.configuration());
    if (!inBraces.values().isEmpty()) {
      HeaderText.comment(text, "Braced, in flags or template arguments: " + inBraces + ".");
    }
    TritonConfig.of(conclusion.configuration())
        .ifPresent(config -> HeaderText.comment(text, "For triton.autotune: " + config));
    run.provenance()
        .architecture()
        .ifPresent(architecture -> HeaderText.comment(text, "Compiled for " + architecture + "."));
    HeaderText.comment(
        text, "Other compiler flags: kernel/%s/kernel.yaml.".formatted(run.subject().kernel()));
    text.append(" */\n#ifndef ").append(guard).append("\n#define ").append(guard).append("\n\n");
    HeaderText.defines(text, run.subject().macros().of(conclusion.configuration()));
    List<String> byShape = Macros.linesByShape(run.subject(), conclusion.configuration());
    if (!byShape.isEmpty()) {
      text.append("\n/*\n * Further macros, by shape:\n");
      byShape.forEach(line -> HeaderText.comment(text, line));
      text.append(" */\n");
    }
    return text.append("\n#endif\n").toString();
  }
}
