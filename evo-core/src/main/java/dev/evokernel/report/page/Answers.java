package dev.evokernel.report.page;

import dev.evokernel.report.Conclusion;
import dev.evokernel.report.DeviceText;
import dev.evokernel.report.LimitShare;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.Units;
import dev.evokernel.report.page.Part.Answer;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a reader wants to know within ten seconds: what was won, whether to trust it, why, what
 * next.
 */
final class Answers {

  private static final String GOOD = "good";
  private static final String FAIR = "fair";
  private static final String POOR = "poor";
  private static final String PLAIN = "plain";
  private static final String TRUST = "Can it be trusted?";

  private final StudiedRun run;
  private final List<ShapeLine> lines;

  private Answers(StudiedRun run, List<ShapeLine> lines) {
    this.run = run;
    this.lines = lines;
  }

  static List<Answer> of(StudiedRun run, List<ShapeLine> lines) {
    var answers = new Answers(run, lines);
    return List.of(answers.won(), answers.trust(), answers.why(), answers.next());
  }

  private Answer won() {
    Conclusion conclusion = run.conclusion();
    OptionalDouble speedUp = conclusion.speedUp();
    String gist =
        switch (conclusion.basis()) {
          case ACCEPTED, UNCONFIRMED ->
              speedUp.isPresent()
                  ? Numbers.times(speedUp.getAsDouble()) + " as fast as the default"
                  : "A candidate is better than the default";
          case DEFAULT_STAYS -> "Nothing: the default stays";
          case NOTHING_MEASURED -> "Nothing was measured";
        };
    var sentences = new ArrayList<String>();
    range().ifPresent(sentences::add);
    libraries().ifPresent(sentences::add);
    limit().ifPresent(sentences::add);
    return new Answer(
        "What was won?",
        conclusion.basis() == Conclusion.Basis.ACCEPTED ? GOOD : PLAIN,
        gist,
        sentences);
  }

  private Optional<String> range() {
    List<ShapeLine> known =
        lines.stream()
            .filter(line -> line.comparison().ratio().isPresent())
            .sorted(Comparator.comparingDouble(Answers::ratio))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    if (known.size() == 1) {
      Conclusion.Comparison only = known.getFirst().comparison();
      return Optional.of(
          "%s in place of %s on %s%s."
              .formatted(
                  Units.time(only.best().orElseThrow().p50()),
                  Units.time(only.defaultSamples().orElseThrow().p50()),
                  only.shape(),
                  only.speedUp().map(one -> ": " + one).orElse("")));
    }
    ShapeLine least = known.getFirst();
    ShapeLine most = known.getLast();
    return Optional.of(
        "From %s on %s to %s on %s."
            .formatted(
                Numbers.times(ratio(least)),
                least.shape(),
                Numbers.times(ratio(most)),
                most.shape()));
  }

  private static double ratio(ShapeLine line) {
    return line.comparison().ratio().orElse(0);
  }

  private Optional<String> libraries() {
    double[] ratios =
        lines.stream()
            .flatMap(line -> line.overLibrary().stream())
            .mapToDouble(SpeedUp::ratio)
            .toArray();
    if (ratios.length == 0) {
      return Optional.empty();
    }
    long ahead =
        lines.stream().flatMap(l -> l.overLibrary().stream()).filter(SpeedUp::isFaster).count();
    return Optional.of(
        "Against the fastest library: %s, faster on %d of %s."
            .formatted(
                Numbers.times(GeometricMean.of(ratios)),
                ahead,
                Numbers.count(ratios.length, "shape")));
  }

  private Optional<String> limit() {
    List<Double> shares =
        lines.stream().flatMap(line -> line.limitShare().stream()).sorted().toList();
    if (shares.isEmpty()) {
      return Optional.empty();
    }
    if (shares.getLast() > NextStep.BEYOND_LIMIT) {
      return Optional.of("It is beyond the device's measured limits, which are too low.");
    }
    String least = LimitShare.percent(shares.getFirst());
    String most = LimitShare.percent(shares.getLast());
    return Optional.of(
        least.equals(most)
            ? "It reaches %s of the device's limit.".formatted(most)
            : "It reaches %s to %s of the device's limit.".formatted(least, most));
  }

  private Answer trust() {
    boolean steady = run.history().flags().driftChecks().stream().allMatch(DriftCheck::sound);
    boolean quiet = DeviceText.disturbances(run.history().candidates()).isEmpty();
    boolean replayed = RunFacts.isReplayed(run.history().run());
    var sentences = new ArrayList<String>();
    run.history().finals().ifPresent(finals -> sentences.add(finals(finals)));
    if (replayed) {
      sentences.add("A recording was replayed; nothing was measured anew.");
    } else {
      sentences.add(device(steady, quiet));
    }
    return switch (run.conclusion().basis()) {
      case ACCEPTED, DEFAULT_STAYS ->
          run.history().finals().isEmpty()
              ? new Answer(TRUST, FAIR, "No finals were held", sentences)
              : new Answer(
                  TRUST,
                  steady && quiet && !replayed ? GOOD : FAIR,
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
        yield new Answer(TRUST, POOR, "Not yet: no finals were held", sentences);
      }
      case NOTHING_MEASURED -> new Answer(TRUST, POOR, "There is nothing to trust", List.of());
    };
  }

  private String finals(FinalsDecision finals) {
    long finalists = finals.results().stream().map(one -> one.candidate()).distinct().count();
    int samples = finals.results().stream().mapToInt(one -> one.samples().count()).min().orElse(0);
    int tied = finals.tied().size() - 1;
    return "%s measured again, interleaved, with %s or more on each shape%s."
        .formatted(
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

  private Answer why() {
    if (run.conclusion().basis() == Conclusion.Basis.DEFAULT_STAYS) {
      List<String> reasons = run.conclusion().reasons();
      return new Answer(
          "Why?",
          PLAIN,
          reasons.isEmpty() ? "Nothing was faster" : "The finals did not accept the best",
          reasons.stream().limit(2).toList());
    }
    List<Change> changes = Change.of(run);
    List<Change> heavy = changes.stream().filter(Change::matters).limit(3).toList();
    if (changes.isEmpty()) {
      return new Answer("Why?", PLAIN, "It is the default's configuration", List.of());
    }
    if (heavy.isEmpty()) {
      return new Answer(
          "Why?",
          PLAIN,
          Numbers.count(changes.size(), "macro") + " changed",
          changes.stream().limit(4).map(Change::words).toList());
    }
    return new Answer(
        "Why?", PLAIN, heavy.getFirst().words(), heavy.stream().map(Change::sentence).toList());
  }

  private Answer next() {
    List<NextStep> steps = NextStep.of(run, lines);
    return new Answer(
        "What next?",
        PLAIN,
        steps.isEmpty() ? "Use it" : steps.getFirst().gist(),
        steps.stream().limit(2).map(NextStep::sentence).toList());
  }
}
