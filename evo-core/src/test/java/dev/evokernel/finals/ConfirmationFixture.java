package dev.evokernel.finals;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.workers.CompileStep;

/** Finals of candidates of which a test says how they do in each process. */
abstract class ConfirmationFixture {

  static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  /** What each configuration turns out to be in the finals. */
  final Map<Configuration, Outcome> outcomes = new HashMap<>();

  /** Outcomes that differ in some processes. */
  final Map<Integer, Map<Configuration, Outcome>> inProcess = new HashMap<>();

  /** What the check of a candidate finds. */
  final Map<Configuration, Rejected> unsafe = new HashMap<>();

  /** The candidates that were checked, in order. */
  final List<Integer> checked = new ArrayList<>();

  final List<Candidate> measured = new ArrayList<>();
  final List<Exclusion> exclusions = new ArrayList<>();
  List<Configuration> entered = List.of();
  boolean exhausted;
  int most = 2;
  Objective objective = Objective.DEFAULT;
  Optional<Configuration> champion = Optional.empty();
  CompileStep compile = configuration -> Examples.compiled(configuration.toString());

  /** A candidate that the search measured, and what the finals will say. */
  void candidate(long block, double objective, Outcome inTheFinals) {
    candidate(block, objective, "digest " + block, inTheFinals);
  }

  void candidate(long block, double objective, String digest, Outcome inTheFinals) {
    candidate(
        block,
        objective,
        digest,
        Examples.measured(1000 * objective, 100 * objective),
        inTheFinals);
  }

  void candidate(
      long block, double objective, String digest, Outcome inTheSearch, Outcome inTheFinals) {
    var evaluation =
        Examples.ended(inTheSearch, OptionalDouble.of(objective), digest, 1, 1, Examples.NOW);
    var proposal = new Proposal(measured.size() + 1, 0, "random", Saxpy.block(block));
    measured.add(new Candidate("run", proposal, 1, Optional.of(evaluation)));
    outcomes.put(Saxpy.block(block), inTheFinals);
  }

  Confirmation confirmation() {
    return new Confirmation(
        new DecisionRule(
            objective,
            AcceptanceRule.DEFAULT,
            Optional.empty(),
            new TieBreak(DEFAULT, Saxpy.read().parameters(), champion)),
        DEFAULT,
        most,
        (candidate, why) -> exclusions.add(new Exclusion(candidate.number(), why, Examples.NOW)));
  }

  /** Adds a process with these candidates, the default first. */
  void add(Confirmation to, int process, int... numbers) {
    List<BuiltFinalist> finalists =
        Arrays.stream(numbers)
            .mapToObj(number -> measured.get(number - 1))
            .map(one -> new BuiltFinalist(one, Examples.compiled("" + one.number()).binary()))
            .toList();
    add(to, process, finalists);
  }

  private void add(Confirmation to, int process, List<BuiltFinalist> finalists) {
    to.add(
        process,
        "device " + (process - 1) % 2,
        finalists,
        finalists.stream()
            .map(one -> one.candidate().configuration())
            .map(
                one ->
                    inProcess
                        .getOrDefault(process, Map.of())
                        .getOrDefault(one, Objects.requireNonNull(outcomes.get(one))))
            .toList());
  }

  FinalsDecision decide(Confirmation confirmation) throws InterruptedException {
    return confirmation.decide(
        finalist -> {
          checked.add(finalist.candidate().number());
          return Optional.ofNullable(unsafe.get(finalist.candidate().configuration()));
        },
        exhausted);
  }

  /** Selects finalists, and decides after two processes: all, and those that contend. */
  FinalsDecision hold() throws InterruptedException {
    List<BuiltFinalist> finalists =
        new FinalistSelection(
                configuration -> compile.compile(configuration),
                List.of(),
                (_, digest) -> digest,
                objective,
                DEFAULT,
                champion,
                InstantSource.fixed(Examples.NOW),
                exclusions::add)
            .select(
                measured,
                List.of(),
                FlaggedCandidates.NONE,
                FinalistSelection.FINALISTS,
                _ -> true);
    entered = finalists.stream().map(one -> one.candidate().configuration()).toList();
    Confirmation confirmation = confirmation();
    add(confirmation, 1, finalists);
    List<Candidate> contenders = confirmation.contenders(new SplittableRandom(3));
    if (!contenders.isEmpty()) {
      add(
          confirmation,
          2,
          finalists.stream()
              .filter(
                  one -> one.equals(finalists.getFirst()) || contenders.contains(one.candidate()))
              .toList());
    }
    return decide(confirmation);
  }
}
