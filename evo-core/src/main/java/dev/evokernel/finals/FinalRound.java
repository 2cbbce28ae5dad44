package dev.evokernel.finals;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.Judgement;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.TiedSet;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.workers.FinalsStep;
import org.jspecify.annotations.Nullable;

/**
 * The final round: measures the finalists and the default, interleaved, and decides the champion.
 *
 * <p>The best of many noisy measurements is biased towards luck, so finalists are measured again.
 * The champion is the best finalist that the acceptance rule accepts; otherwise the default stays.
 * The objective ranks finalists by time or energy. With two metrics the best finalist is the
 * fastest of the front. If the objective is time alone and accepted finalists are statistically
 * tied with the fastest, the {@link TieBreak} chooses among them.
 */
public final class FinalRound {

  /** The additional check of the prospective champion. */
  @FunctionalInterface
  public interface ChampionCheck {

    /** Returns why the candidate is excluded; empty if it may become the champion. */
    Optional<Rejected> check(BuiltFinalist champion) throws InterruptedException;
  }

  private final FinalsStep device;
  private final ChampionCheck check;
  private final Objective objective;
  private final AcceptanceRule rule;
  private final TieBreak tieBreak;
  private final RandomGenerator random;

  public FinalRound(
      FinalsStep device,
      ChampionCheck check,
      Objective objective,
      AcceptanceRule rule,
      TieBreak tieBreak,
      RandomGenerator random) {
    this.device = device;
    this.check = check;
    this.objective = objective;
    this.rule = rule;
    this.tieBreak = tieBreak;
    this.random = random;
  }

  /**
   * Measures the finalists and decides. A finalist that fails is excluded, and the next in the
   * ranking takes its seat.
   *
   * @param seats including the default's, unless the default no longer compiles
   * @param settings for a single process
   * @param schedule of the processes
   * @param inTime whether another finalist may still enter
   */
  public FinalsDecision hold(
      FinalistSelection.Seats seats,
      Configuration ofDefault,
      FinalsSettings settings,
      FinalsSchedule schedule,
      BooleanSupplier inTime)
      throws InterruptedException {
    Optional<Candidate> reference =
        seats.finalists().stream()
            .map(BuiltFinalist::candidate)
            .filter(candidate -> candidate.configuration().equals(ofDefault))
            .findFirst();
    var finals = new RepeatedFinals(device, seats, settings, schedule, random);
    finals.hold(
        reference,
        (position, why) -> {
          seats.failed(seats.finalists().get(position).candidate(), why);
          return inTime.getAsBoolean() ? seats.next().map(RepeatedFinals::entry) : Optional.empty();
        });
    SequencedMap<Candidate, RepeatedFinals.Result> measured = finals.measured();
    if (reference.filter(measured::containsKey).isEmpty()) {
      return new FinalsDecision(
          List.of(),
          new Verdict(
              false, List.of("The default failed in the finals" + why(finals.failed(), ofDefault))),
          List.of());
    }
    Candidate defaultCandidate = reference.get();
    if (measured.size() == 1) {
      return new FinalsDecision(
          results(measured, Map.of(), defaultCandidate, Optional.empty()),
          new Verdict(false, List.of(unopposed(finals.failed()))),
          List.of(defaultCandidate.number()));
    }
    return decide(seats, measured, defaultCandidate);
  }

  private static String why(Map<Candidate, Rejected> failed, Configuration ofDefault) {
    return failed.entrySet().stream()
        .filter(entry -> entry.getKey().configuration().equals(ofDefault))
        .map(entry -> ": " + said(entry.getValue()) + ". " + entry.getValue().message())
        .findFirst()
        .orElse(".");
  }

  private static String unopposed(SequencedMap<Candidate, Rejected> failed) {
    return failed.isEmpty()
        ? "No finalist besides the default was measured."
        : failed.entrySet().stream()
            .map(entry -> entry.getKey().number() + " (" + said(entry.getValue()) + ")")
            .collect(
                Collectors.joining(
                    ", ", "Every finalist besides the default failed in the finals: ", "."));
  }

  private static String said(Rejected failure) {
    return failure.reason().label()
        + (failure.shape().isEmpty() ? "" : " on shape '" + failure.shape() + "'");
  }

  private FinalsDecision decide(
      FinalistSelection.Seats seats,
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      Candidate defaultCandidate)
      throws InterruptedException {
    Measured defaultMeasured = measured(finalists, defaultCandidate);
    List<Candidate> others =
        finalists.keySet().stream()
            .filter(candidate -> !candidate.equals(defaultCandidate))
            .sorted(
                Comparator.comparingDouble(
                        (Candidate candidate) ->
                            first(measured(finalists, candidate), defaultMeasured))
                    .thenComparingInt(Candidate::number))
            .toList();
    var judgements = new LinkedHashMap<Candidate, Judgement>();
    for (Candidate other : others) {
      judgements.put(
          other,
          rule.judge(samples(finalists, defaultCandidate), samples(finalists, other), random));
    }
    var accepted =
        new ArrayList<Candidate>(
            others.stream()
                .filter(other -> judgement(judgements, other).verdict().accepted())
                .toList());
    var all = new LinkedHashMap<Candidate, Map<String, ProcessSamples>>();
    finalists.forEach((candidate, result) -> all.put(candidate, result.samples()));
    List<Integer> tied = TiedSet.of(all, random).members().stream().map(Candidate::number).toList();
    var excluded = new ArrayList<String>();
    Optional<Candidate> champion = champion(accepted, finalists, defaultMeasured);
    while (champion.isPresent() && isExcluded(champion.get(), seats, excluded)) {
      accepted.remove(champion.get());
      champion = champion(accepted, finalists, defaultMeasured);
    }
    Verdict verdict =
        champion
            .map(
                winner ->
                    explained(
                        judgement(judgements, winner).verdict(),
                        winner,
                        accepted,
                        finalists,
                        defaultMeasured))
            .orElseGet(
                () ->
                    excluded.isEmpty()
                        ? judgement(judgements, others.getFirst()).verdict()
                        : new Verdict(false, excluded));
    return new FinalsDecision(
        results(finalists, judgements, defaultCandidate, champion), verdict, tied);
  }

  /** Excludes the prospective champion if its check fails. */
  private boolean isExcluded(
      Candidate champion, FinalistSelection.Seats seats, List<String> excluded)
      throws InterruptedException {
    for (BuiltFinalist built : seats.finalists()) {
      if (built.candidate().equals(champion)) {
        Optional<Rejected> why = check.check(built);
        why.ifPresent(
            rejected -> {
              seats.failed(champion, rejected);
              excluded.add(
                  "Candidate %d is excluded: %s. %s"
                      .formatted(champion.number(), said(rejected), rejected.message()));
            });
        return why.isPresent();
      }
    }
    return false;
  }

  /**
   * @param accepted the best first
   */
  private Optional<Candidate> champion(
      List<Candidate> accepted,
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      Measured defaultMeasured) {
    if (accepted.size() < 2 || !objective.isTimeAlone()) {
      return accepted.stream().findFirst();
    }
    Candidate fastest = accepted.getFirst();
    double limit = (1 + TieBreak.WORTH) * first(measured(finalists, fastest), defaultMeasured);
    var passed = new LinkedHashMap<Candidate, Map<String, ProcessSamples>>();
    accepted.forEach(finalist -> passed.put(finalist, samples(finalists, finalist)));
    List<Candidate> tied = TiedSet.of(passed, random).members();
    return tied.contains(fastest)
        ? tied.stream()
            .filter(finalist -> first(measured(finalists, finalist), defaultMeasured) <= limit)
            .min(tieBreak.order())
        : Optional.of(fastest);
  }

  /** Adds the tie-break's reason to the verdict if the fastest is not the champion. */
  private Verdict explained(
      Verdict verdict,
      Candidate champion,
      List<Candidate> accepted,
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      Measured defaultMeasured) {
    Candidate fastest = accepted.getFirst();
    if (champion.equals(fastest)) {
      return verdict;
    }
    double ratio =
        first(measured(finalists, champion), defaultMeasured)
            / first(measured(finalists, fastest), defaultMeasured);
    var reasons = new ArrayList<>(verdict.reasons());
    reasons.add(tieBreak.reason(champion, fastest, ratio));
    return new Verdict(verdict.accepted(), reasons);
  }

  private static List<FinalistMeasurement> results(
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      Map<Candidate, Judgement> judgements,
      Candidate defaultCandidate,
      Optional<Candidate> champion) {
    var results = new ArrayList<FinalistMeasurement>();
    finalists.forEach(
        (candidate, result) -> {
          for (Measurement one : result.first().measurements()) {
            results.add(
                new FinalistMeasurement(
                    candidate.number(),
                    role(candidate, defaultCandidate, champion),
                    one.shape(),
                    Objects.requireNonNull(result.samples().get(one.shape())),
                    one.joules(),
                    speedUp(judgements.get(candidate), one.shape()),
                    one.device()));
          }
        });
    return results;
  }

  private static Optional<SpeedUp> speedUp(@Nullable Judgement judgement, String shape) {
    return judgement == null
        ? Optional.empty()
        : Optional.ofNullable(judgement.speedUps().get(shape));
  }

  private static Role role(
      Candidate candidate, Candidate defaultCandidate, Optional<Candidate> champion) {
    if (candidate.equals(defaultCandidate)) {
      return Role.DEFAULT;
    }
    return champion.filter(candidate::equals).isPresent() ? Role.CHAMPION : Role.FINALIST;
  }

  private static Judgement judgement(Map<Candidate, Judgement> judgements, Candidate candidate) {
    return Objects.requireNonNull(judgements.get(candidate));
  }

  /** Merges the measurements of a finalist, with the samples of all processes. */
  private static Measured measured(
      SequencedMap<Candidate, RepeatedFinals.Result> finalists, Candidate candidate) {
    return Objects.requireNonNull(finalists.get(candidate)).whole();
  }

  private static SequencedMap<String, ProcessSamples> samples(
      SequencedMap<Candidate, RepeatedFinals.Result> finalists, Candidate candidate) {
    return Objects.requireNonNull(finalists.get(candidate)).samples();
  }

  /** Ranks a finalist without the metric last. */
  private double first(Measured candidate, Measured defaultConfiguration) {
    return objective.first(candidate, defaultConfiguration).orElse(Double.POSITIVE_INFINITY);
  }
}
