package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.Judgement;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.TiedSet;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Final;
import dev.evokernel.store.Finals;
import dev.evokernel.store.Role;
import dev.evokernel.worker.Entrant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * Measures the best candidates and the incumbent once more, against each other, and decides.
 *
 * <p>A search keeps the luckiest of many noisy measurements; what it found is worth what an
 * interleaved re-measurement says. The champion is the fastest finalist that the acceptance rule
 * lets pass, or else nobody, and the incumbent stays. Where others that pass cannot be told from
 * the fastest, the {@link TieBreak} chooses among them.
 */
final class FinalRound {

  /**
   * Candidates that are measured again; the incumbent and the leaderboard's champion come on top.
   */
  static final int FINALISTS = 6;

  private final BuildStep compilers;
  private final FinalsStep device;
  private final ProgramIdentity identity;
  private final AcceptanceRule rule;
  private final TieBreak tieBreak;
  private final RandomGenerator random;

  FinalRound(
      BuildStep compilers,
      FinalsStep device,
      ProgramIdentity identity,
      AcceptanceRule rule,
      TieBreak tieBreak,
      RandomGenerator random) {
    this.compilers = compilers;
    this.device = device;
    this.identity = identity;
    this.rule = rule;
    this.tieBreak = tieBreak;
    this.random = random;
  }

  /**
   * Holds the finals.
   *
   * @param measured every candidate with an objective, the incumbent among them
   */
  Finals hold(List<Candidate> measured, Configuration incumbent, FinalsSettings settings)
      throws InterruptedException {
    List<Candidate> entered = enter(measured, incumbent);
    SequencedMap<Candidate, SequencedMap<String, Samples>> finalists =
        measureAgain(entered, settings);
    Candidate defender = entered.getFirst();
    SequencedMap<String, Samples> defence = finalists.get(defender);
    if (defence == null) {
      return new Finals(
          List.of(),
          new Verdict(false, List.of("The incumbent failed when it was measured again.")),
          List.of());
    }
    if (finalists.size() == 1) {
      return new Finals(
          results(finalists, Map.of(), defender, Optional.empty()),
          new Verdict(false, List.of("No other candidate was measured.")),
          List.of(defender.number()));
    }
    return decide(finalists, defender, defence);
  }

  private Finals decide(
      SequencedMap<Candidate, SequencedMap<String, Samples>> finalists,
      Candidate defender,
      SequencedMap<String, Samples> defence) {
    List<Candidate> challengers =
        finalists.keySet().stream()
            .filter(candidate -> !candidate.equals(defender))
            .sorted(
                Comparator.comparingDouble(
                        (Candidate candidate) -> meanP50(samples(finalists, candidate)))
                    .thenComparingInt(Candidate::number))
            .toList();
    var judgements = new LinkedHashMap<Candidate, Judgement>();
    for (Candidate challenger : challengers) {
      judgements.put(challenger, rule.judge(defence, samples(finalists, challenger), random));
    }
    List<Candidate> accepted =
        challengers.stream()
            .filter(challenger -> judgement(judgements, challenger).verdict().accepted())
            .toList();
    var plain = new LinkedHashMap<Candidate, Map<String, Samples>>(finalists);
    List<Integer> tied =
        TiedSet.of(plain, random).members().stream().map(Candidate::number).toList();
    Optional<Candidate> champion = champion(accepted, finalists);
    Verdict verdict =
        champion
            .map(one -> explained(judgement(judgements, one).verdict(), one, accepted, finalists))
            .orElseGet(() -> judgement(judgements, challengers.getFirst()).verdict());
    return new Finals(results(finalists, judgements, defender, champion), verdict, tied);
  }

  /**
   * @param accepted fastest first
   */
  private Optional<Candidate> champion(
      List<Candidate> accepted, SequencedMap<Candidate, SequencedMap<String, Samples>> finalists) {
    if (accepted.size() < 2) {
      return accepted.stream().findFirst();
    }
    double limit = (1 + TieBreak.WORTH) * meanP50(samples(finalists, accepted.getFirst()));
    var passed = new LinkedHashMap<Candidate, Map<String, Samples>>();
    accepted.forEach(one -> passed.put(one, samples(finalists, one)));
    return TiedSet.of(passed, random).members().stream()
        .filter(one -> meanP50(samples(finalists, one)) <= limit)
        .min(tieBreak.order());
  }

  /** With the reason why the fastest is not the champion, if it is not. */
  private Verdict explained(
      Verdict verdict,
      Candidate champion,
      List<Candidate> accepted,
      SequencedMap<Candidate, SequencedMap<String, Samples>> finalists) {
    Candidate fastest = accepted.getFirst();
    if (champion.equals(fastest)) {
      return verdict;
    }
    double ratio = meanP50(samples(finalists, champion)) / meanP50(samples(finalists, fastest));
    var reasons = new ArrayList<>(verdict.reasons());
    reasons.add(tieBreak.reason(champion, fastest, ratio));
    return new Verdict(verdict.accepted(), reasons);
  }

  /** The incumbent first, then the leaderboard's champion, then the best of each other program. */
  private List<Candidate> enter(List<Candidate> measured, Configuration incumbent) {
    var entered = new LinkedHashMap<String, Candidate>();
    measured.stream()
        .sorted(
            Comparator.comparingDouble((Candidate candidate) -> precedence(candidate, incumbent))
                .thenComparingInt(Candidate::number))
        .forEach(candidate -> entered.putIfAbsent(program(candidate), candidate));
    boolean reigning = entered.values().stream().anyMatch(this::isReigning);
    return entered.values().stream().limit(FINALISTS + (reigning ? 2L : 1L)).toList();
  }

  private double precedence(Candidate candidate, Configuration incumbent) {
    if (candidate.configuration().equals(incumbent)) {
      return Double.NEGATIVE_INFINITY;
    }
    return isReigning(candidate) ? 0 : candidate.objective().orElseThrow();
  }

  private boolean isReigning(Candidate candidate) {
    return tieBreak.reigning().filter(candidate.configuration()::equals).isPresent();
  }

  private String program(Candidate candidate) {
    return identity.of(candidate.configuration(), candidate.evaluation().orElseThrow().digest());
  }

  private SequencedMap<Candidate, SequencedMap<String, Samples>> measureAgain(
      List<Candidate> entered, FinalsSettings settings) throws InterruptedException {
    var built = new LinkedHashMap<Candidate, Entrant>();
    for (Candidate candidate : entered) {
      if (compilers.compile(candidate.configuration())
          instanceof Compilation.Compiled(Binary binary)) {
        built.put(candidate, new Entrant(candidate.configuration(), binary));
      }
    }
    List<Outcome> outcomes = device.hold(List.copyOf(built.values()), settings);
    var finalists = new LinkedHashMap<Candidate, SequencedMap<String, Samples>>();
    int index = 0;
    for (Candidate candidate : built.keySet()) {
      if (outcomes.get(index++) instanceof Measured measured) {
        var samples = new LinkedHashMap<String, Samples>();
        for (Measurement measurement : measured.measurements()) {
          samples.put(measurement.shape(), measurement.samples());
        }
        finalists.put(candidate, samples);
      }
    }
    return finalists;
  }

  private static List<Final> results(
      SequencedMap<Candidate, SequencedMap<String, Samples>> finalists,
      Map<Candidate, Judgement> judgements,
      Candidate defender,
      Optional<Candidate> champion) {
    var results = new ArrayList<Final>();
    finalists.forEach(
        (candidate, byShape) ->
            byShape.forEach(
                (shape, samples) ->
                    results.add(
                        new Final(
                            candidate.number(),
                            role(candidate, defender, champion),
                            shape,
                            samples,
                            speedUp(judgements.get(candidate), shape)))));
    return results;
  }

  private static Optional<SpeedUp> speedUp(
      @org.jspecify.annotations.Nullable Judgement judgement, String shape) {
    return judgement == null
        ? Optional.empty()
        : Optional.ofNullable(judgement.speedUps().get(shape));
  }

  private static Role role(Candidate candidate, Candidate defender, Optional<Candidate> champion) {
    if (candidate.equals(defender)) {
      return Role.INCUMBENT;
    }
    return champion.filter(candidate::equals).isPresent() ? Role.CHAMPION : Role.FINALIST;
  }

  private static Judgement judgement(Map<Candidate, Judgement> judgements, Candidate candidate) {
    return Objects.requireNonNull(judgements.get(candidate));
  }

  private static SequencedMap<String, Samples> samples(
      SequencedMap<Candidate, SequencedMap<String, Samples>> finalists, Candidate candidate) {
    return Objects.requireNonNull(finalists.get(candidate));
  }

  private static double meanP50(SequencedMap<String, Samples> byShape) {
    return GeometricMean.of(byShape.values().stream().mapToDouble(Samples::p50).toArray());
  }
}
