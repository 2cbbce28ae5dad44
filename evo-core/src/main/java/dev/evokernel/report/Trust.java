package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.Part.Answer;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.run.RunStatus;

/** Confidence in a verdict, from the finals, the widths of intervals and the device. */
record Trust(StudiedRun run, List<ShapeLine> lines) {

  private static final String GOOD = "good";
  private static final String FAIR = "fair";
  private static final String POOR = "poor";
  private static final String QUESTION = "How certain is it?";

  /** Ratio of the ends of an interval above which the interval is wide. */
  private static final double WIDE = 1.3;

  Answer answer() {
    Optional<String> disturbed = Disturbances.sentence(run.conclusion());
    boolean replayed = RunFacts.isReplayed(run.history().run());
    var sentences = new ArrayList<String>();
    run.history().finals().ifPresent(finals -> sentences.add(finals(finals)));
    wide().ifPresent(sentences::add);
    if (replayed) {
      sentences.add("The samples come from a recording; nothing was measured.");
    } else {
      sentences.add(disturbed.orElseGet(this::quiet));
    }
    return switch (run.conclusion().basis()) {
      case UNDECIDED -> new Answer(QUESTION, POOR, "Not decided", sentences);
      case ACCEPTED, DEFAULT_STAYS ->
          run.history().finals().isEmpty()
              ? new Answer(QUESTION, FAIR, "No finals", sentences)
              : new Answer(
                  QUESTION,
                  disturbed.isEmpty() && !replayed && wide().isEmpty() ? GOOD : FAIR,
                  replayed
                      ? "As certain as the recording"
                      : disturbed.isEmpty()
                          ? "Decided by finals"
                          : "Low confidence: the machine was busy",
                  sentences);
      case UNCONFIRMED -> {
        sentences.addFirst(
            run.history().run().status() == RunStatus.FINISHED
                ? "The search measured the best only once; the best of many single measurements is"
                    + " partly luck."
                : "The run has not reached its finals; the best of many single measurements is"
                    + " partly luck.");
        yield new Answer(QUESTION, POOR, "Not confirmed: no finals", sentences);
      }
      case NOTHING_MEASURED -> new Answer(QUESTION, POOR, "No measurement", List.of());
    };
  }

  /** Names the shape with the widest interval, if that interval is wide. */
  private Optional<String> wide() {
    return lines.stream()
        .filter(
            line -> line.comparison().speedUp().filter(known -> width(known) > WIDE).isPresent())
        .max(Comparator.comparingDouble(line -> width(line.comparison().speedUp().orElseThrow())))
        .map(
            line ->
                "%s: wide interval, %s."
                    .formatted(
                        line.shape(), line.comparison().speedUp().orElseThrow().withConfidence()));
  }

  private static double width(SpeedUp speedUp) {
    return speedUp.high() / speedUp.low();
  }

  private String finals(FinalsDecision finals) {
    long finalists =
        finals.results().stream().map(FinalistMeasurement::candidate).distinct().count();
    int samples =
        finals.results().stream().mapToInt(result -> result.samples().count()).min().orElse(0);
    int tied = finals.tied().size() - 1;
    String how =
        RunFacts.isReplayed(run.history().run())
            ? "%s compared by at least %s on each shape%s."
            : "%s re-measured, interleaved, with at least %s on each shape%s.";
    return how.formatted(
        Numbers.count(finalists, "candidate"),
        Numbers.count(samples, "sample"),
        tied > 0 ? "; " + Numbers.count(tied, "candidate") + " statistically tied" : "");
  }

  private String quiet() {
    int checks = run.history().flags().driftChecks().size();
    return (checks == 0
            ? "No drift checks"
            : Numbers.count(checks, "drift check") + ", all within the margin")
        + "; no disturbed samples.";
  }
}
