package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.Exclusion;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.workers.FinalsStep;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RepeatedFinalsTest {

  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  /** Who was measured in each process. */
  private final List<List<Configuration>> processes = new ArrayList<>();

  private final List<FinalsSettings> settings = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();

  /** In which process a configuration fails. */
  private final Map<Configuration, Integer> failing = new HashMap<>();

  private RepeatedFinals held(int count, long... blocks) throws InterruptedException {
    FinalsStep device =
        (finalists, asked, _) -> {
          processes.add(finalists.stream().map(Finalist::configuration).toList());
          settings.add(asked);
          return processes.getLast().stream().map(this::outcome).toList();
        };
    var seats =
        new FinalistSelection(
                configuration -> Examples.compiled(configuration.toString()),
                List.of(),
                (_, digest) -> digest,
                Objective.DEFAULT,
                DEFAULT,
                Optional.empty(),
                InstantSource.fixed(Examples.NOW),
                exclusions::add)
            .select(candidates(blocks), FlaggedCandidates.NONE, blocks.length, _ -> true);
    FinalsSchedule schedule =
        (done, _) ->
            done < count ? Optional.of(new FinalsProcess(done + 1, count, 0.5)) : Optional.empty();
    var finals =
        new RepeatedFinals(
            device, seats, FinalsSettings.withSeed(1), schedule, new SplittableRandom(5));
    finals.hold(
        seats.finalists().stream()
            .map(BuiltFinalist::candidate)
            .filter(one -> one.configuration().equals(DEFAULT))
            .findFirst(),
        FinalistSuccession.NONE);
    return finals;
  }

  private Outcome outcome(Configuration configuration) {
    return failing.getOrDefault(configuration, 0) == processes.size()
        ? new Rejected(Rejection.WRONG_RESULT, "small", "element 0 is 1 and not 2")
        : Examples.measured(1000 + processes.size(), 100);
  }

  private static List<Candidate> candidates(long... blocks) {
    var candidates = new ArrayList<Candidate>();
    for (long block : blocks) {
      int number = candidates.size() + 1;
      candidates.add(
          new Candidate(
              "run",
              new CandidateProposal(number, 0, "random", Saxpy.block(block)),
              1,
              Optional.of(
                  new Evaluation(
                      Examples.measured(1000, 100),
                      OptionalDouble.of(1),
                      "digest " + block,
                      1,
                      1,
                      Examples.NOW))));
    }
    return candidates;
  }

  @Test
  void hold_fiveProcesses_measuresAllOnceAndTwicePairsOfHalves() throws InterruptedException {
    RepeatedFinals finals = held(5, 64, 8, 16, 32, 128);

    assertThat(processes).hasSize(5);
    assertThat(processes).allSatisfy(one -> assertThat(one).startsWith(DEFAULT));
    assertThat(processes.getFirst()).hasSize(5);
    assertThat(union(1, 2)).isEqualTo(Set.copyOf(processes.getFirst()));
    assertThat(union(3, 4)).isEqualTo(Set.copyOf(processes.getFirst()));
    assertThat(processes.subList(1, 5)).allSatisfy(one -> assertThat(one).hasSize(3));
    assertThat(settings).extracting(FinalsSettings::rounds).containsOnly(20);
    assertThat(settings).extracting(FinalsSettings::seed).doesNotHaveDuplicates();
    finals
        .measured()
        .forEach(
            (candidate, result) ->
                assertThat(Objects.requireNonNull(result.samples().get("small")).processes())
                    .hasSize(candidate.configuration().equals(DEFAULT) ? 5 : 3));
  }

  private Set<Configuration> union(int one, int other) {
    var union = new HashSet<>(processes.get(one));
    union.addAll(processes.get(other));
    return union;
  }

  @Test
  void hold_oneFinalistBesidesTheDefault_takesPartInEveryProcess() throws InterruptedException {
    RepeatedFinals finals = held(3, 64, 8);

    assertThat(processes).allSatisfy(one -> assertThat(one).hasSize(2));
    assertThat(finals.measured().values())
        .allSatisfy(
            one ->
                assertThat(one.whole().measurements().getFirst().samples().nanos())
                    .hasSize(3 * one.first().measurements().getFirst().samples().count()));
  }

  @Test
  void hold_evenNumberOfProcesses_measuresAllInTheLast() throws InterruptedException {
    held(4, 64, 8, 16, 32);

    assertThat(processes).extracting(List::size).containsExactly(4, 3, 2, 4);
  }

  @Test
  void hold_finalistThatFailsInALaterProcess_isOutAndExcluded() throws InterruptedException {
    failing.put(Saxpy.block(8), 2);

    RepeatedFinals finals = held(3, 64, 8);

    assertThat(processes).hasSize(2);
    assertThat(finals.measured()).hasSize(1);
    assertThat(finals.failed()).hasSize(1);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2);
  }

  @Test
  void hold_defaultThatFailsInALaterProcess_endsTheFinalsWithoutIt() throws InterruptedException {
    failing.put(DEFAULT, 2);

    RepeatedFinals finals = held(5, 64, 8);

    assertThat(processes).hasSize(2);
    assertThat(finals.measured()).hasSize(1);
    assertThat(finals.failed()).hasSize(1);
    assertThat(exclusions).isEmpty();
  }
}
