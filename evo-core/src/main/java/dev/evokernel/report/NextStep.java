package dev.evokernel.report;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.Conclusion.Basis;
import dev.evokernel.report.StudiedRun.ShapeLine;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.surrogate.Importance;
import dev.evokernel.surrogate.Importance.Band;
import dev.evokernel.surrogate.Importance.Influence;
import dev.evokernel.surrogate.Importance.Influence.Level;
import dev.evokernel.surrogate.Importance.RemainingGain;
import dev.evokernel.text.Launcher;

/** Suggested step after a run: in a few words, with its evidence and its command, if it has one. */
record NextStep(String gist, String sentence, String command) {

  /** Expected gain from which more evaluations are worthwhile. */
  private static final double WORTH = 0.005;

  /** Gain on a shape from which a configuration of its own is suggested. */
  private static final double OWN = 0.03;

  /** Share of a limit above which tuning is finished. */
  private static final double NEAR_LIMIT = 0.9;

  /** Share of a limit above which the limit is considered wrong. */
  static final double BEYOND_LIMIT = 1.25;

  static List<NextStep> of(StudiedRun run) {
    var steps = new ArrayList<NextStep>();
    RunHistory history = run.history();
    switch (history.run().status()) {
      case FINISHED -> {}
      case RUNNING ->
          steps.add(
              new NextStep(
                  "Wait for the end of the run",
                  "The run was running when evo wrote this page.",
                  run.command("show " + run.id())));
      case INTERRUPTED, KILLED ->
          steps.add(
              new NextStep(
                  "Resume the run",
                  "The run was not finished when evo wrote this page. A stopped run resumes where"
                      + " it stopped.",
                  run.command("run --resume " + run.id())));
    }
    int best = run.best().map(Candidate::number).orElse(1);
    int other = history.defaultCandidate().map(Candidate::number).orElse(1);
    DeviceFacts.sentence(run.conclusion())
        .map(
            disturbed ->
                new NextStep(
                    "Measure again on an idle machine",
                    disturbed,
                    best == other
                        ? ""
                        : run.command(
                            "compare %1$s/%2$d %1$s/%3$d --anew".formatted(run.id(), best, other))))
        .ifPresent(steps::add);
    if (run.conclusion().basis() == Basis.UNDECIDED
        && history.run().status() == RunStatus.FINISHED) {
      steps.add(
          new NextStep(
              "Decide the finals: more time, or an idle machine",
              history
                  .finals()
                  .map(so -> so.remedy().orElseGet(so.verdict().reasons()::getLast))
                  .orElse("The run has no finals."),
              ""));
    }
    run.importance().filter(Importance::isTrusted).ifPresent(known -> edges(run, known, steps));
    run.importance().ifPresent(known -> budget(run, known, steps));
    split(run, steps);
    limit(run, steps);
    if (run.conclusion().basis() == Basis.ACCEPTED) {
      steps.add(
          new NextStep(
              "Use the champion",
              "The file champion.h in the folder of this page has the macros.",
              run.command("show " + run.id())));
    }
    return steps;
  }

  /** Suggests wider value lists if the best has an outermost value and times fall towards it. */
  private static void edges(StudiedRun run, Importance importance, List<NextStep> steps) {
    SequencedMap<String, String> edges = new LinkedHashMap<>();
    for (Influence influence : importance.influences()) {
      run.parameters().stream()
          .filter(parameter -> parameter.name().equals(influence.name()) && influence.matters())
          .flatMap(parameter -> edge(run, parameter, influence.levels()).stream())
          .forEach(words -> edges.put(influence.name(), words));
    }
    if (!edges.isEmpty()) {
      steps.add(
          new NextStep(
              "Widen " + String.join(", ", edges.keySet()),
              "The best has an outermost value, and times fall towards it: %s. Add values in kernel.yaml."
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
            "%s = %s is the %s value, and %s is %s"
                .formatted(
                    parameter.name(),
                    value,
                    last ? "last" : "first",
                    before.value(),
                    Numbers.change(
                        before.measured().orElse(before.best().map(Band::value).orElse(ratio)))))
        : Optional.empty();
  }

  /** Values below 1 are rarely useful: there is no half thread and no tile without a row. */
  private static boolean isAboveOne(Value value) {
    return value.plain() instanceof Number number && number.doubleValue() > 1;
  }

  /** Judges more budget by the predicted remaining gain alone. */
  private static void budget(StudiedRun run, Importance importance, List<NextStep> steps) {
    SearchTrace.Excerpt trace = run.trace();
    if (!run.isSpaceKnown() || trace.best().isEmpty() || isNearLimit(run.lines())) {
      return; // Without the valid configurations the remaining gain is unknown.
    }
    RemainingGain remaining = importance.remaining();
    String evidence =
        remaining.looked() == 0
            ? "Every examined configuration was tried."
            : "The most promising of %s untried configurations has an expected gain of %s, after %s measurements. The last improvement was evaluation %s of %s."
                .formatted(
                    Numbers.count(remaining.looked()),
                    Numbers.percent(remaining.gain()),
                    Numbers.count(importance.evaluations()),
                    Numbers.count(trace.best().getLast()[0] + 1L),
                    Numbers.count(trace.speed().length));
    boolean worthwhile = remaining.looked() > 0 && remaining.gain() >= WORTH;
    String gist;
    if (!importance.isTrusted() && remaining.looked() > 0) {
      gist = "Add budget to learn the remaining gain";
    } else {
      gist = worthwhile ? "Add budget" : "Stop searching: more evaluations are not worthwhile";
    }
    steps.add(
        new NextStep(
            gist,
            evidence,
            worthwhile && !RunFacts.isReplayed(run.history().run())
                ? run.command("run --resume " + run.id() + " --wall TIME")
                : ""));
  }

  private record Faster(String shape, int candidate, double gain) {}

  private static void split(StudiedRun run, List<NextStep> steps) {
    if (run.best().isEmpty()
        || run.lines().size() < 2
        || PortfolioReport.resultOf(run.history()).isPresent()) {
      return;
    }
    Candidate best = run.best().get();
    Map<String, Candidate> fastest = fastest(run);
    List<Faster> all =
        run.lines().stream()
            .flatMap(
                line ->
                    Optional.ofNullable(fastest.get(line.shape()))
                        .flatMap(candidate -> faster(candidate, best, line.shape()))
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
                ? "Tune %s separately".formatted(first.shape())
                : "Tune shapes separately, %s first".formatted(first.shape()),
            "Other candidates were faster than candidate %d, measured once each by the search: %s. A separate configuration may help."
                .formatted(
                    best.number(),
                    all.stream()
                        .map(
                            faster ->
                                "%s less time on %s (candidate %d)"
                                    .formatted(
                                        Numbers.percent(faster.gain()),
                                        faster.shape(),
                                        faster.candidate()))
                        .collect(Collectors.joining(", "))),
            run.command(
                "compare %s/%d %s/%d"
                    .formatted(run.id(), best.number(), run.id(), first.candidate()))));
  }

  private static Optional<Faster> faster(Candidate candidate, Candidate best, String shape) {
    return p50(candidate, shape)
        .flatMap(
            theirs ->
                p50(best, shape)
                    .map(ours -> new Faster(shape, candidate.number(), 1 - theirs / ours)))
        .filter(faster -> faster.gain() >= OWN);
  }

  private static Map<String, Candidate> fastest(StudiedRun run) {
    var fastest = new HashMap<String, Candidate>();
    Set<Integer> eligible =
        run.history().eligible().stream().map(Candidate::number).collect(Collectors.toSet());
    for (Candidate candidate :
        run.history().where(outline -> eligible.contains(outline.number()), Optional.empty())) {
      for (ShapeLine line : run.lines()) {
        Comparator<Candidate> byTime =
            Comparator.comparing(
                known -> p50(known, line.shape()).orElse(Double.POSITIVE_INFINITY));
        fastest.merge(line.shape(), candidate, BinaryOperator.minBy(byTime));
      }
    }
    return fastest;
  }

  private static Optional<Double> p50(Candidate candidate, String shape) {
    return candidate.measurement(shape).map(measured -> measured.samples().p50());
  }

  /** Whether every shape is near the device's limit, so that no search can gain much. */
  private static boolean isNearLimit(List<ShapeLine> lines) {
    return !lines.isEmpty()
        && lines.stream()
            .allMatch(
                line ->
                    line.limitShare()
                        .filter(share -> share >= NEAR_LIMIT && share <= BEYOND_LIMIT)
                        .isPresent());
  }

  private static void limit(StudiedRun run, List<NextStep> steps) {
    List<Double> shares = run.lines().stream().flatMap(line -> line.limitShare().stream()).toList();
    if (shares.stream().anyMatch(share -> share > BEYOND_LIMIT)) {
      steps.add(
          new NextStep(
              "Measure the device's limits again",
              "A shape exceeds %s of the measured limit. Maybe the device was slower during that measurement."
                  .formatted(Numbers.percent(BEYOND_LIMIT)),
              DeviceFacts.limitsCommand(run.history())
                  + " --measure"
                  + Launcher.results(run.results())));
    } else if (isNearLimit(run.lines())) {
      steps.add(
          new NextStep(
              "Stop tuning",
              "Every shape reaches more than %s of the device's limit."
                  .formatted(Numbers.percent(NEAR_LIMIT)),
              ""));
    }
    if (run.history().limits().isEmpty() && !RunFacts.isReplayed(run.history().run())) {
      steps.add(
          new NextStep(
              "Measure the device's limits",
              "The remaining headroom is unknown without the limits.",
              DeviceFacts.limitsCommand(run.history()) + Launcher.results(run.results())));
    }
  }
}
