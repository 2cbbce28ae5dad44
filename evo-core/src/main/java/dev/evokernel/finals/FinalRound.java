package dev.evokernel.finals;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Judgement;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.TiedSet;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import dev.evokernel.worker.Finalist;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.FinalsStep;
import io.jenetics.ext.moea.Vec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * Measures the best candidates and the default once more, against each other, and decides.
 *
 * <p>A search keeps the luckiest of many noisy measurements; what it found is worth what an
 * interleaved re-measurement says. The champion is the fastest finalist that the acceptance rule
 * lets pass, or else nobody, and the default stays. What is fastest, or least in energy, the
 * objective says; where it asks for two numbers, the front of what was measured enters, and the
 * champion is the fastest of it. Where time alone is sought and others that pass cannot be told
 * from the fastest, the {@link TieBreak} chooses among them.
 */
public final class FinalRound {

  /** Candidates that are measured again; the default and the leaderboard's champion come on top. */
  public static final int FINALISTS = 6;

  /** The same where a whole front is to be measured again. */
  static final int FRONT = 12;

  private final CompileStep compilers;
  private final FinalsStep device;
  private final ProgramIdentity identity;
  private final Objective objective;
  private final AcceptanceRule rule;
  private final TieBreak tieBreak;
  private final RandomGenerator random;

  public FinalRound(
      CompileStep compilers,
      FinalsStep device,
      ProgramIdentity identity,
      Objective objective,
      AcceptanceRule rule,
      TieBreak tieBreak,
      RandomGenerator random) {
    this.compilers = compilers;
    this.device = device;
    this.identity = identity;
    this.objective = objective;
    this.rule = rule;
    this.tieBreak = tieBreak;
    this.random = random;
  }

  /**
   * Holds the finals.
   *
   * @param measured every candidate with an objective, the default among them
   */
  public FinalsDecision hold(
      List<Candidate> measured, Configuration defaultConfiguration, FinalsSettings settings)
      throws InterruptedException {
    List<Candidate> entered = enter(measured, defaultConfiguration);
    SequencedMap<Candidate, Measured> finalists = measureAgain(entered, settings);
    Candidate defender = entered.getFirst();
    Measured defence = finalists.get(defender);
    if (defence == null) {
      return new FinalsDecision(
          List.of(),
          new Verdict(false, List.of("The default failed when it was measured again.")),
          List.of());
    }
    if (finalists.size() == 1) {
      return new FinalsDecision(
          results(finalists, Map.of(), defender, Optional.empty()),
          new Verdict(false, List.of("No other candidate was measured.")),
          List.of(defender.number()));
    }
    return decide(finalists, defender, defence);
  }

  private FinalsDecision decide(
      SequencedMap<Candidate, Measured> finalists, Candidate defender, Measured defence) {
    List<Candidate> challengers =
        finalists.keySet().stream()
            .filter(candidate -> !candidate.equals(defender))
            .sorted(
                Comparator.comparingDouble(
                        (Candidate candidate) -> first(measured(finalists, candidate), defence))
                    .thenComparingInt(Candidate::number))
            .toList();
    var judgements = new LinkedHashMap<Candidate, Judgement>();
    for (Candidate challenger : challengers) {
      judgements.put(
          challenger,
          rule.judge(samples(defence), samples(measured(finalists, challenger)), random));
    }
    List<Candidate> accepted =
        challengers.stream()
            .filter(challenger -> judgement(judgements, challenger).verdict().accepted())
            .toList();
    var plain = new LinkedHashMap<Candidate, Map<String, Samples>>();
    finalists.forEach((candidate, measured) -> plain.put(candidate, samples(measured)));
    List<Integer> tied =
        TiedSet.of(plain, random).members().stream().map(Candidate::number).toList();
    Optional<Candidate> champion = champion(accepted, finalists, defence);
    Verdict verdict =
        champion
            .map(
                one ->
                    explained(
                        judgement(judgements, one).verdict(), one, accepted, finalists, defence))
            .orElseGet(() -> judgement(judgements, challengers.getFirst()).verdict());
    return new FinalsDecision(results(finalists, judgements, defender, champion), verdict, tied);
  }

  /**
   * @param accepted the best first
   */
  private Optional<Candidate> champion(
      List<Candidate> accepted, SequencedMap<Candidate, Measured> finalists, Measured defence) {
    if (accepted.size() < 2 || !objective.isTimeAlone()) {
      return accepted.stream().findFirst();
    }
    Candidate fastest = accepted.getFirst();
    double limit = (1 + TieBreak.WORTH) * first(measured(finalists, fastest), defence);
    var passed = new LinkedHashMap<Candidate, Map<String, Samples>>();
    accepted.forEach(one -> passed.put(one, samples(measured(finalists, one))));
    List<Candidate> tied = TiedSet.of(passed, random).members();
    return tied.contains(fastest)
        ? tied.stream()
            .filter(one -> first(measured(finalists, one), defence) <= limit)
            .min(tieBreak.order())
        : Optional.of(fastest);
  }

  /** With the reason why the fastest is not the champion, if it is not. */
  private Verdict explained(
      Verdict verdict,
      Candidate champion,
      List<Candidate> accepted,
      SequencedMap<Candidate, Measured> finalists,
      Measured defence) {
    Candidate fastest = accepted.getFirst();
    if (champion.equals(fastest)) {
      return verdict;
    }
    double ratio =
        first(measured(finalists, champion), defence)
            / first(measured(finalists, fastest), defence);
    var reasons = new ArrayList<>(verdict.reasons());
    reasons.add(tieBreak.reason(champion, fastest, ratio));
    return new Verdict(verdict.accepted(), reasons);
  }

  /**
   * The default first, then the leaderboard's champion, then the front if there is one, then the
   * best of each other program.
   */
  private List<Candidate> enter(List<Candidate> measured, Configuration defaultConfiguration) {
    List<Candidate> distinct = distinct(measured, defaultConfiguration);
    var entered = new LinkedHashSet<>(distinct.subList(0, 1));
    entered.addAll(seeded(distinct, defaultConfiguration, tieBreak.reigning(), objective));
    int seats = FINALISTS + (distinct.stream().anyMatch(this::isReigning) ? 2 : 1);
    var best = distinct.iterator();
    while (entered.size() < seats && best.hasNext()) {
      entered.add(best.next());
    }
    return List.copyOf(entered);
  }

  /**
   * Who has a seat whatever its place among the others: the leaderboard's champion, and the front
   * where two numbers are sought.
   */
  public static List<Candidate> seeded(
      List<Candidate> measured,
      Configuration defaultConfiguration,
      Optional<Configuration> reigning,
      Objective objective) {
    var seeded = new LinkedHashSet<Candidate>();
    measured.stream()
        .filter(one -> reigning.filter(one.configuration()::equals).isPresent())
        .forEach(seeded::add);
    Optional<Measured> defence =
        measured.stream()
            .filter(one -> one.configuration().equals(defaultConfiguration))
            .findFirst()
            .flatMap(Candidate::measured);
    if (objective.hasFront() && defence.isPresent()) {
      seeded.addAll(front(measured, defence.get(), objective));
    }
    return List.copyOf(seeded);
  }

  private static List<Candidate> front(
      List<Candidate> measured, Measured defence, Objective objective) {
    var values = new LinkedHashMap<Candidate, Vec<double[]>>();
    for (Candidate candidate : measured) {
      candidate
          .measured()
          .flatMap(one -> objective.values(one, defence))
          .ifPresent(one -> values.put(candidate, one));
    }
    return Front.of(values).thinned(FRONT).keys();
  }

  /** The default first, then each distinct program once, the best first. */
  private List<Candidate> distinct(List<Candidate> measured, Configuration defaultConfiguration) {
    var entered = new LinkedHashMap<String, Candidate>();
    measured.stream()
        .sorted(
            Comparator.comparingDouble(
                    (Candidate candidate) -> precedence(candidate, defaultConfiguration))
                .thenComparingInt(Candidate::number))
        .forEach(candidate -> entered.putIfAbsent(program(candidate), candidate));
    return List.copyOf(entered.values());
  }

  private double precedence(Candidate candidate, Configuration defaultConfiguration) {
    if (candidate.configuration().equals(defaultConfiguration)) {
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

  private SequencedMap<Candidate, Measured> measureAgain(
      List<Candidate> entered, FinalsSettings settings) throws InterruptedException {
    var built = new LinkedHashMap<Candidate, Finalist>();
    for (Candidate candidate : entered) {
      if (compilers.compile(candidate.configuration())
          instanceof Compilation.Compiled(Binary binary)) {
        built.put(candidate, new Finalist(candidate.configuration(), binary));
      }
    }
    List<Outcome> outcomes = device.hold(List.copyOf(built.values()), settings);
    var finalists = new LinkedHashMap<Candidate, Measured>();
    int index = 0;
    for (Candidate candidate : built.keySet()) {
      if (outcomes.get(index++) instanceof Measured measured) {
        finalists.put(candidate, measured);
      }
    }
    return finalists;
  }

  private static List<FinalistMeasurement> results(
      SequencedMap<Candidate, Measured> finalists,
      Map<Candidate, Judgement> judgements,
      Candidate defender,
      Optional<Candidate> champion) {
    var results = new ArrayList<FinalistMeasurement>();
    finalists.forEach(
        (candidate, measured) -> {
          for (Measurement one : measured.measurements()) {
            results.add(
                new FinalistMeasurement(
                    candidate.number(),
                    role(candidate, defender, champion),
                    one.shape(),
                    one.samples(),
                    one.joules(),
                    speedUp(judgements.get(candidate), one.shape()),
                    one.device()));
          }
        });
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
      return Role.DEFAULT;
    }
    return champion.filter(candidate::equals).isPresent() ? Role.CHAMPION : Role.FINALIST;
  }

  private static Judgement judgement(Map<Candidate, Judgement> judgements, Candidate candidate) {
    return Objects.requireNonNull(judgements.get(candidate));
  }

  private static Measured measured(
      SequencedMap<Candidate, Measured> finalists, Candidate candidate) {
    return Objects.requireNonNull(finalists.get(candidate));
  }

  private static SequencedMap<String, Samples> samples(Measured measured) {
    var samples = new LinkedHashMap<String, Samples>();
    measured.measurements().forEach(one -> samples.put(one.shape(), one.samples()));
    return samples;
  }

  /** Whoever the device did not tell of comes last. */
  private double first(Measured candidate, Measured defaultConfiguration) {
    return objective.first(candidate, defaultConfiguration).orElse(Double.POSITIVE_INFINITY);
  }
}
