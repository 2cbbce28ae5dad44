package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.Commit;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import java.util.List;

/**
 * {@code champion.h}: the winning macros, ready to include. Its guard has the run's name, so that
 * headers of several runs, devices and kernels are all read.
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
        run.provenance().device().model()
            + ", "
            + run.provenance().compiler()
            + run.provenance().commit().map(Commit::toString).map(c -> ", commit " + c).orElse("")
            + ".");
    conclusion
        .configuration()
        .variant()
        .ifPresent(variant -> HeaderText.comment(text, "Of the variant '" + variant + "'."));
    HeaderText.comment(
        text, "As flags: " + Macros.flags(run.subject(), conclusion.configuration()));
    Configuration inBraces = run.subject().macros().inBraces(conclusion.configuration());
    if (!inBraces.values().isEmpty()) {
      HeaderText.comment(text, "In flags or as arguments of a template: " + inBraces + ".");
    }
    TritonConfig.of(conclusion.configuration())
        .ifPresent(config -> HeaderText.comment(text, "For triton.autotune: " + config));
    run.provenance()
        .architecture()
        .ifPresent(architecture -> HeaderText.comment(text, "Compiled for " + architecture + "."));
    HeaderText.comment(
        text,
        "The other flags of the compiler are in kernel/"
            + run.subject().kernel()
            + "/kernel.yaml.");
    text.append(" */\n#ifndef ").append(guard).append("\n#define ").append(guard).append("\n\n");
    HeaderText.defines(text, run.subject().macros().of(conclusion.configuration()));
    List<String> besides = Macros.linesByShape(run.subject(), conclusion.configuration());
    if (!besides.isEmpty()) {
      text.append("\n/*\n * The shape decides the rest:\n");
      besides.forEach(line -> HeaderText.comment(text, line));
      text.append(" */\n");
    }
    return text.append("\n#endif\n").toString();
  }
}
