package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.FinalsStep;

/** Finals of candidates of which a test says how they do. */
abstract class FinalRoundFixture {

  static final FinalsSettings SETTINGS = FinalsSettings.withSeed(1);
  static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  /** What each configuration turns out to be in the finals. */
  final Map<Configuration, Outcome> outcomes = new HashMap<>();

  /** What the check of the champion finds. */
  final Map<Configuration, Rejected> unsafe = new HashMap<>();

  final List<Candidate> measured = new ArrayList<>();
  final List<Exclusion> exclusions = new ArrayList<>();
  List<Configuration> entered = List.of();
  int roomFor = Integer.MAX_VALUE;
  boolean exhausted;
  Objective objective = Objective.DEFAULT;
  Optional<Configuration> champion = Optional.empty();
  Optional<PortfolioSettings> portfolio = Optional.empty();
  CompileStep compile = configuration -> Examples.compiled(configuration.toString());

  /** A candidate that the search measured, and what the finals will say. */
  void candidate(long block, double objective, Outcome inTheFinals) {
    candidate(block, objective, "digest " + block, inTheFinals);
  }

  void candidate(long block, double objective, String digest, Outcome inTheFinals) {
    var evaluation =
        Examples.ended(
            Examples.measured(1000 * objective, 100 * objective),
            OptionalDouble.of(objective),
            digest,
            1,
            1,
            Examples.NOW);
    var proposal = new Proposal(measured.size() + 1, 0, "random", Saxpy.block(block));
    measured.add(new Candidate("run", proposal, 1, Optional.of(evaluation)));
    outcomes.put(Saxpy.block(block), inTheFinals);
  }

  FinalsDecision hold() throws InterruptedException {
    FinalsStep device =
        (seatings, succession) -> {
          assertThat(seatings)
              .extracting(FinalsSeating::settings)
              .singleElement()
              .extracting(settings -> settings.process().of())
              .isEqualTo(2);
          var all = new ArrayList<>(seatings.getFirst().finalists());
          for (int i = 0; i < all.size(); i++) {
            if (outcomes.get(all.get(i).configuration()) instanceof Rejected why) {
              succession.successor(i, why).ifPresent(all::add);
            }
          }
          List<Configuration> present = all.stream().map(Finalist::configuration).toList();
          entered = seatings.getFirst().process().isFirst() ? present : entered;
          return List.of(present.stream().map(outcomes::get).toList());
        };
    var selection =
        new FinalistSelection(
            configuration -> compile.compile(configuration),
            List.of(),
            (configuration, digest) -> digest,
            objective,
            DEFAULT,
            champion,
            InstantSource.fixed(Examples.NOW),
            exclusions::add);
    var round =
        new FinalRound(
            device,
            champion -> Optional.ofNullable(unsafe.get(champion.candidate().configuration())),
            new DecisionRule(
                objective,
                AcceptanceRule.DEFAULT,
                portfolio,
                new TieBreak(DEFAULT, Saxpy.read().parameters(), champion)),
            new SplittableRandom(3));
    return round.hold(
        selection.select(
            measured, List.of(), FlaggedCandidates.NONE, FinalistSelection.FINALISTS, _ -> true),
        DEFAULT,
        SETTINGS,
        (done, _) ->
            done < 2 ? List.of(new FinalsProcess(done + 1, 2, 1.0 / (2 - done))) : List.of(),
        () -> exclusions.size() < roomFor,
        exhausted);
  }
}
