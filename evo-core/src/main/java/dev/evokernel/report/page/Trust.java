package dev.evokernel.report.page;

import dev.evokernel.report.DeviceText;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.page.Part.Answer;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Whether a verdict can be trusted: finals, widths of intervals, the device meanwhile. */
final class Trust {

  private static final String GOOD = "good";
  private static final String FAIR = "fair";
  private static final String POOR = "poor";
  private static final String QUESTION = "Can it be trusted?";

  /** The upper end of an interval over its lower end, above which it says little. */
  private static final double WIDE = 1.3;

  private final StudiedRun run;
  private final List<ShapeLine> lines;

  Trust(StudiedRun run, List<ShapeLine> lines) {
    this.run = run;
    this.lines = lines;
  }

  Answer answer() {
    boolean steady = run.history().flags().driftChecks().stream().allMatch(DriftCheck::sound);
    boolean quiet = DeviceText.disturbances(run.history().disturbed()).isEmpty();
    boolean replayed = RunFacts.isReplayed(run.history().run());
    var sentences = new ArrayList<String>();
    run.history().finals().ifPresent(finals -> sentences.add(finals(finals)));
    wide().ifPresent(sentences::add);
    if (replayed) {
      sentences.add("The samples are those of the recording; nothing was measured anew.");
    } else {
      sentences.add(device(steady, quiet));
    }
    return switch (run.conclusion().basis()) {
      case ACCEPTED, DEFAULT_STAYS ->
          run.history().finals().isEmpty()
              ? new Answer(QUESTION, FAIR, "No finals were held", sentences)
              : new Answer(
                  QUESTION,
                  steady && quiet && !replayed && wide().isEmpty() ? GOOD : FAIR,
                  replayed
                      ? "As far as the recording"
                      : steady && quiet
                          ? "Yes: decided by finals"
                          : "Mostly: the device was restless",
                  sentences);
      case UNCONFIRMED -> {
        sentences.addFirst(
            run.history().run().status() == RunStatus.FINISHED
                ? "The best was measured once by the search, and the best of many is partly luck."
                : "The run has not come to its finals: the best of many is partly luck.");
        yield new Answer(QUESTION, POOR, "Not yet: no finals were held", sentences);
      }
      case NOTHING_MEASURED -> new Answer(QUESTION, POOR, "There is nothing to trust", List.of());
    };
  }

  /** Names the shape of the widest interval, where it says little. */
  private Optional<String> wide() {
    return lines.stream()
        .filter(line -> line.comparison().speedUp().filter(one -> width(one) > WIDE).isPresent())
        .max(Comparator.comparingDouble(line -> width(line.comparison().speedUp().orElseThrow())))
        .map(
            line ->
                "On %s the speed-up is known only as %s."
                    .formatted(line.shape(), line.comparison().speedUp().orElseThrow()));
  }

  private static double width(SpeedUp speedUp) {
    return speedUp.high() / speedUp.low();
  }

  private String finals(FinalsDecision finals) {
    long finalists = finals.results().stream().map(one -> one.candidate()).distinct().count();
    int samples = finals.results().stream().mapToInt(one -> one.samples().count()).min().orElse(0);
    int tied = finals.tied().size() - 1;
    String how =
        RunFacts.isReplayed(run.history().run())
            ? "%s compared by %s or more on each shape%s."
            : "%s measured again, interleaved, with %s or more on each shape%s.";
    return how.formatted(
        Numbers.count(finalists, "candidate"),
        Numbers.count(samples, "sample"),
        tied > 0 ? "; " + Numbers.count(tied, "other") + " statistically tied" : "");
  }

  private String device(boolean steady, boolean quiet) {
    int checks = run.history().flags().driftChecks().size();
    String drift =
        checks == 0
            ? "No drift check was due"
            : steady
                ? "All %s were within the margin".formatted(Numbers.count(checks, "drift check"))
                : "The device drifted in %d of %s"
                    .formatted(
                        run.history().flags().driftChecks().stream()
                            .filter(check -> !check.sound())
                            .count(),
                        Numbers.count(checks, "drift check"));
    return drift + (quiet ? "; no sample was disturbed." : "; disturbed samples were taken again.");
  }
}
