package dev.evokernel.finals;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.Bootstrap;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.workers.FinalsStep;

/**
 * The final round: measures the finalists and the default, interleaved, and decides the champion.
 *
 * <p>The best of many noisy measurements is biased towards luck, so finalists are measured again.
 * {@link FinalsChoice} decides; every candidate of its result must pass a last check.
 */
public final class FinalRound {

  /** The additional check of the prospective champion. */
  @FunctionalInterface
  public interface ChampionCheck {

    /** Returns why the candidate is excluded; empty if it may become the champion. */
    Optional<Rejected> check(BuiltFinalist champion) throws InterruptedException;
  }

  /** A schedule of the processes, which divides the time among them. */
  @FunctionalInterface
  public interface Schedule {

    /**
     * @param done processes that ended
     * @param finalists that take part, besides the default
     * @return the next processes, held side by side if there are several; none if there is no
     *     other, or no time
     */
    List<FinalsProcess> next(int done, int finalists);

    /** Whether the time for all of them is over. */
    default boolean isOver() {
      return false;
    }
  }

  private final FinalsStep device;
  private final ChampionCheck check;
  private final DecisionRule rule;
  private final RandomGenerator random;

  public FinalRound(
      FinalsStep device, ChampionCheck check, DecisionRule rule, RandomGenerator random) {
    this.device = device;
    this.check = check;
    this.rule = rule;
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
   * @param exhausted whether the search tried every configuration, so that none is left which could
   *     be accepted
   */
  public FinalsDecision hold(
      FinalistSelection.Seats seats,
      Configuration ofDefault,
      FinalsSettings settings,
      Schedule schedule,
      BooleanSupplier inTime,
      boolean exhausted)
      throws InterruptedException {
    Optional<Candidate> reference =
        seats.finalists().stream()
            .map(BuiltFinalist::candidate)
            .filter(candidate -> candidate.configuration().equals(ofDefault))
            .findFirst();
    var finals = new RepeatedFinals(device, seats, settings, schedule, rule.objective(), random);
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
          Verdict.undecided("The default failed in the finals" + why(finals.failed(), ofDefault)),
          List.of());
    }
    Candidate defaultCandidate = reference.get();
    if (measured.size() == 1) {
      return new FinalsDecision(
          results(measured, (_, _) -> Optional.empty(), defaultCandidate, Optional.empty()),
          unopposed(finals.failed(), finals.failed().isEmpty() ? exhausted : inTime.getAsBoolean()),
          List.of(defaultCandidate.number()));
    }
    return decide(
        seats,
        measured,
        defaultCandidate,
        new FinalsChoice(rule, measured, defaultCandidate, Bootstrap.RESAMPLES));
  }

  private static String why(Map<Candidate, Rejected> failed, Configuration ofDefault) {
    return failed.entrySet().stream()
        .filter(entry -> entry.getKey().configuration().equals(ofDefault))
        .map(entry -> ": " + said(entry.getValue()) + ". " + entry.getValue().message())
        .findFirst()
        .orElse(".");
  }

  /**
   * Verdict without another finalist.
   *
   * @param all whether all others were tried: otherwise a comparison with nothing shows nothing
   */
  private static Verdict unopposed(SequencedMap<Candidate, Rejected> failed, boolean all) {
    String reason =
        !failed.isEmpty()
            ? failed.entrySet().stream()
                .map(entry -> entry.getKey().number() + " (" + said(entry.getValue()) + ")")
                .collect(
                    Collectors.joining(
                        ", ", "Every finalist besides the default failed in the finals: ", "."))
            : all
                ? "Every configuration was tried; only the default is valid."
                : "No finalist besides the default was measured.";
    return all ? Verdict.defaultStays(reason) : Verdict.undecided(reason);
  }

  private static String said(Rejected failure) {
    return failure.reason().label()
        + (failure.shape().isEmpty() ? "" : " on shape '" + failure.shape() + "'");
  }

  /** Chooses, and chooses again without each candidate of the result that fails its check. */
  FinalsDecision decide(
      FinalistSelection.Seats seats,
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      Candidate defaultCandidate,
      FinalsChoice choice)
      throws InterruptedException {
    var checked = new HashSet<Integer>(Set.of(defaultCandidate.number()));
    var excluded = new LinkedHashMap<Candidate, String>();
    FinalsChoice.Choice chosen = choice.without(excluded.keySet());
    for (Optional<BuiltFinalist> next = unchecked(seats, chosen, checked);
        next.isPresent();
        next = unchecked(seats, chosen, checked)) {
      Candidate candidate = next.get().candidate();
      checked.add(candidate.number());
      Optional<Rejected> why = check.check(next.get());
      if (why.isPresent()) {
        seats.failed(candidate, why.get());
        excluded.put(
            candidate,
            "Candidate %d is excluded: %s. %s"
                .formatted(candidate.number(), said(why.get()), why.get().message()));
        chosen = choice.without(excluded.keySet());
      }
    }
    Verdict verdict = chosen.verdict();
    return new FinalsDecision(
        results(
            finalists,
            (candidate, shape) -> choice.ratio(candidate, shape).map(ConfirmedRatio::speedUp),
            defaultCandidate,
            chosen.champion()),
        verdict.accepted() || excluded.isEmpty()
            ? verdict
            : new Verdict(verdict.decision(), List.copyOf(excluded.values())),
        chosen.tied().stream().map(Candidate::number).toList(),
        chosen.portfolio());
  }

  private static Optional<BuiltFinalist> unchecked(
      FinalistSelection.Seats seats, FinalsChoice.Choice chosen, Set<Integer> checked) {
    Set<Integer> used = chosen.used();
    return seats.finalists().stream()
        .filter(finalist -> used.contains(finalist.candidate().number()))
        .filter(finalist -> !checked.contains(finalist.candidate().number()))
        .findFirst();
  }

  private static List<FinalistMeasurement> results(
      SequencedMap<Candidate, RepeatedFinals.Result> finalists,
      BiFunction<Candidate, String, Optional<SpeedUp>> speedUp,
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
                    speedUp.apply(candidate, one.shape()),
                    one.device()));
          }
        });
    return results;
  }

  private static Role role(
      Candidate candidate, Candidate defaultCandidate, Optional<Candidate> champion) {
    if (candidate.equals(defaultCandidate)) {
      return Role.DEFAULT;
    }
    return champion.filter(candidate::equals).isPresent() ? Role.CHAMPION : Role.FINALIST;
  }
}
