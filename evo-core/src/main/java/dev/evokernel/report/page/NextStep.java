package dev.evokernel.report.page;

import dev.evokernel.expr.Value;
import dev.evokernel.importance.Band;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.Influence;
import dev.evokernel.importance.Influence.Level;
import dev.evokernel.importance.RemainingGain;
import dev.evokernel.kernel.Launcher;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.Conclusion.Basis;
import dev.evokernel.report.LimitShare;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.report.RunFacts;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something to do after the run.
 *
 * @param gist in a few words
 * @param sentence with the evidence
 * @param command that does it; empty where none does
 */
record NextStep(String gist, String sentence, String command) {

  /** An expected gain from which on more evaluations are worth their time. */
  private static final double WORTH = 0.005;

  /** Of a time, from which on a shape deserves a configuration of its own. */
  private static final double OWN = 0.03;

  /** The share of a limit above which hardly anything is left. */
  private static final double NEAR_LIMIT = 0.9;

  /** The share of a limit above which the limit itself is not believed. */
  static final double BEYOND_LIMIT = 1.25;

  /** What is most urgent comes first. */
  static List<NextStep> of(StudiedRun run, List<ShapeLine> lines) {
    var steps = new ArrayList<NextStep>();
    RunHistory history = run.history();
    switch (history.run().status()) {
      case FINISHED -> {}
      case RUNNING, INTERRUPTED, KILLED ->
          steps.add(
              new NextStep(
                  "Resume the run",
                  "The run had not finished when this page was written; if it does not run any"
                      + " more, it goes on where it stopped.",
                  run.command("run --resume " + run.id())));
    }
    run.importance().filter(Importance::isTrusted).ifPresent(known -> edges(run, known, steps));
    run.importance().ifPresent(known -> budget(run, known, steps));
    split(run, lines, steps);
    limit(run, lines, steps);
    if (run.conclusion().basis() == Basis.ACCEPTED) {
      steps.add(
          new NextStep(
              "Use it",
              "champion.h beside this page has the macros.",
              run.command("show " + run.id())));
    }
    return steps;
  }

  /** Wider values where the best has the last one of a list and times still fall towards it. */
  private static void edges(StudiedRun run, Importance importance, List<NextStep> steps) {
    SequencedMap<String, String> edges = new LinkedHashMap<>();
    for (Influence one : importance.influences()) {
      run.parameters().stream()
          .filter(parameter -> parameter.name().equals(one.name()) && one.matters())
          .forEach(
              parameter ->
                  edge(run, parameter, one.levels())
                      .ifPresent(words -> edges.put(parameter.name(), words)));
    }
    if (!edges.isEmpty()) {
      steps.add(
          new NextStep(
              "Widen " + String.join(", ", edges.keySet()),
              "The best lies on the edge, and times still fall towards it: %s. List values beyond in kernel.yaml."
                  .formatted(String.join("; ", edges.values())),
              ""));
    }
  }

  private static Optional<String> edge(StudiedRun run, Parameter parameter, List<Level> levels) {
    int count = levels.size();
    Optional<Value> ofBest =
        run.best().flatMap(best -> best.configuration().find(parameter.name()));
    if (!parameter.type().isNumber() || count < 3 || ofBest.isEmpty()) {
      return Optional.empty();
    }
    Value value = ofBest.get();
    boolean last = value.equals(parameter.values().getLast());
    boolean first = value.equals(parameter.values().getFirst()) && isAboveOne(value);
    if (!last && !first) {
      return Optional.empty();
    }
    Level before = levels.get(last ? count - 2 : 1);
    double ratio = before.measured().orElse(before.best().map(Band::low).orElse(0.0));
    return ratio > 1 + WORTH
        ? Optional.of(
            "%s = %s is the %s of its values, and %s is %s"
                .formatted(
                    parameter.name(),
                    value,
                    last ? "last" : "first",
                    before.value(),
                    Numbers.change(
                        before.measured().orElse(before.best().map(Band::value).orElse(ratio)))))
        : Optional.empty();
  }

  /** Below 1 there is rarely anything: no half of a thread, no tile without a row. */
  private static boolean isAboveOne(Value value) {
    return value.plain() instanceof Number number && number.doubleValue() > 1;
  }

  /** The model says what may be left, and the run how long the search has been looking for it. */
  private static void budget(StudiedRun run, Importance importance, List<NextStep> steps) {
    if (!run.isSpaceKnown()) {
      return; // The valid configurations are not known, so neither is what is left of them.
    }
    int evaluated = run.history().candidates().size();
    int since = run.best().map(best -> evaluated - best.number()).orElse(0);
    RemainingGain remaining = importance.remaining();
    String evidence =
        remaining.looked() == 0
            ? "Every configuration that was looked at had been tried."
            : "Of %s untried configurations the most promising is expected to gain %s, after %s measured. The best was candidate %s of %s."
                .formatted(
                    Numbers.count(remaining.looked()),
                    Numbers.percent(remaining.gain()),
                    Numbers.count(importance.evaluations()),
                    Numbers.count(evaluated - since),
                    Numbers.count(evaluated));
    boolean stagnant = since > evaluated / 2;
    String gist;
    if (remaining.looked() == 0 || (importance.isTrusted() && remaining.gain() < WORTH)) {
      gist = "More budget is not worth it";
    } else if (!importance.isTrusted()) {
      gist = "Only more budget can tell what is left";
    } else {
      gist = stagnant ? "More budget is unlikely to pay" : "More budget is worth it";
    }
    boolean more =
        remaining.gain() >= WORTH && !stagnant && !RunFacts.isReplayed(run.history().run());
    steps.add(
        new NextStep(
            gist, evidence, more ? run.command("run --resume " + run.id() + " --wall TIME") : ""));
  }

  /** A shape on which another candidate was clearly faster than the best of all. */
  private record Faster(String shape, int candidate, double gain) {}

  /** Shapes that may deserve a configuration of their own, in one step. */
  private static void split(StudiedRun run, List<ShapeLine> lines, List<NextStep> steps) {
    if (run.best().isEmpty()
        || lines.size() < 2
        || PortfolioReport.resultOf(run.history()).isPresent()) {
      return;
    }
    Candidate best = run.best().get();
    Map<String, Candidate> fastest = fastest(run, lines);
    List<Faster> all =
        lines.stream()
            .flatMap(
                line ->
                    Optional.ofNullable(fastest.get(line.shape()))
                        .flatMap(one -> faster(one, best, line.shape()))
                        .stream())
            .sorted(Comparator.comparingDouble(Faster::gain).reversed())
            .toList();
    if (all.isEmpty()) {
      return;
    }
    Faster first = all.getFirst();
    steps.add(
        new NextStep(
            all.size() == 1
                ? "Tune " + first.shape() + " by itself"
                : "Tune shapes by themselves, %s first".formatted(first.shape()),
            "Another candidate took less time than candidate %d, each measured once by the search: %s. A configuration of its own may pay there."
                .formatted(
                    best.number(),
                    all.stream()
                        .map(
                            one ->
                                "%s less on %s (candidate %d)"
                                    .formatted(
                                        Numbers.percent(one.gain()), one.shape(), one.candidate()))
                        .collect(Collectors.joining(", "))),
            run.command(
                "compare %s/%d %s/%d"
                    .formatted(run.id(), best.number(), run.id(), first.candidate()))));
  }

  private static Optional<Faster> faster(Candidate one, Candidate best, String shape) {
    double theirs = p50(one, shape).orElseThrow();
    return p50(best, shape)
        .map(ours -> new Faster(shape, one.number(), 1 - theirs / ours))
        .filter(faster -> faster.gain() >= OWN);
  }

  /** Of those that may become champion, on each shape. */
  private static Map<String, Candidate> fastest(StudiedRun run, List<ShapeLine> lines) {
    var fastest = new HashMap<String, Candidate>();
    Set<Integer> eligible =
        run.history().eligible().stream().map(CandidateOutline::number).collect(Collectors.toSet());
    for (Candidate one :
        run.history().where(outline -> eligible.contains(outline.number()), Optional.empty())) {
      for (ShapeLine line : lines) {
        p50(one, line.shape())
            .ifPresent(
                _ ->
                    fastest.merge(
                        line.shape(),
                        one,
                        (before, now) ->
                            p50(now, line.shape()).orElseThrow()
                                    < p50(before, line.shape()).orElseThrow()
                                ? now
                                : before));
      }
    }
    return fastest;
  }

  private static Optional<Double> p50(Candidate candidate, String shape) {
    return candidate.measurement(shape).map(one -> one.samples().p50());
  }

  private static void limit(StudiedRun run, List<ShapeLine> lines, List<NextStep> steps) {
    List<Double> shares = lines.stream().flatMap(line -> line.limitShare().stream()).toList();
    if (shares.stream().anyMatch(share -> share > BEYOND_LIMIT)) {
      steps.add(
          new NextStep(
              "Measure the device's limits again",
              "A shape is above %s of the measured limit: the limits were measured while the device was slower."
                  .formatted(Numbers.percent(BEYOND_LIMIT)),
              LimitShare.command(run.history()) + " --measure" + Launcher.results(run.results())));
    } else if (!shares.isEmpty() && shares.stream().allMatch(share -> share >= NEAR_LIMIT)) {
      steps.add(
          new NextStep(
              "Stop tuning",
              "Every shape is above %s of what the device can do."
                  .formatted(Numbers.percent(NEAR_LIMIT)),
              ""));
    }
    if (run.history().limits().isEmpty() && !RunFacts.isReplayed(run.history().run())) {
      steps.add(
          new NextStep(
              "Measure the device's limits",
              "How much the hardware leaves is unknown until its limits are measured.",
              LimitShare.command(run.history()) + Launcher.results(run.results())));
    }
  }
}
