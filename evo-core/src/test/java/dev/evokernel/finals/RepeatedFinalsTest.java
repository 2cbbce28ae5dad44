package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;

import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.FinalsStep;
import org.junit.jupiter.api.Test;

final class RepeatedFinalsTest {

  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  /** Who was measured in each process. */
  private final List<List<Configuration>> processes = new ArrayList<>();

  private final List<FinalsSettings> settings = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();

  /** From which process on a configuration fails. */
  private final Map<Configuration, Integer> failing = new HashMap<>();

  /** The time of a configuration on the larger shape, unless 1 µs. */
  private final Map<Configuration, Double> times = new HashMap<>();

  /** How many processes are held side by side. */
  private int atOnce = 1;

  /** The process that is interrupted. */
  private int cut;

  /** Whether the interruption comes from the end of the time. */
  private boolean over;

  /** Finalists for which there is time in a second process. */
  private int confirmable = Integer.MAX_VALUE;

  private RepeatedFinals held(int count, long... blocks) throws InterruptedException {
    return heldWith(blocks.length, count, blocks);
  }

  /**
   * @param places of the finalists besides the default; those without one are successors
   */
  private RepeatedFinals heldWith(int places, int count, long... blocks)
      throws InterruptedException {
    FinalsStep device =
        (seatings, succession) -> {
          var held = new ArrayList<List<Outcome>>();
          for (FinalsSeating seating : seatings) {
            var present = new ArrayList<>(seating.finalists());
            int number = seating.process().number();
            if (number == cut) {
              throw new InterruptedException("for the test");
            }
            for (int i = 0; number == 1 && i < present.size(); i++) {
              if (outcome(number, present.get(i)) instanceof Rejected why) {
                succession.successor(i, why).ifPresent(present::add);
              }
            }
            processes.add(present.stream().map(Finalist::configuration).toList());
            settings.add(seating.settings());
            held.add(present.stream().map(one -> outcome(number, one)).toList());
            if (present.size() > seating.finalists().size()) {
              return held;
            }
          }
          return held;
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
            .select(candidates(blocks), List.of(), FlaggedCandidates.NONE, places, _ -> true);
    FinalRound.Schedule schedule =
        new FinalRound.Schedule() {
          @Override
          public List<FinalsProcess> next(int done, int finalists) {
            return done > 0 && finalists > confirmable
                ? List.of()
                : IntStream.rangeClosed(done + 1, Math.min(count, done + atOnce))
                    .mapToObj(number -> new FinalsProcess(number, count, 0.5))
                    .toList();
          }

          @Override
          public boolean isOver() {
            return over;
          }
        };
    var finals =
        new RepeatedFinals(
            device,
            seats,
            FinalsSettings.withSeed(1),
            schedule,
            Objective.DEFAULT,
            new SplittableRandom(5));
    finals.hold(
        seats.finalists().stream()
            .map(BuiltFinalist::candidate)
            .filter(one -> one.configuration().equals(DEFAULT))
            .findFirst(),
        (position, why) -> {
          seats.failed(seats.finalists().get(position).candidate(), why);
          return seats.next().map(RepeatedFinals::entry);
        });
    return finals;
  }

  private Outcome outcome(int process, Finalist finalist) {
    double time = times.getOrDefault(finalist.configuration(), 1000.0);
    return failing.getOrDefault(finalist.configuration(), 99) <= process
        ? new Rejected(Rejection.WRONG_RESULT, "small", "element 0 is 1 and not 2")
        : Examples.measured(time + process, time / 10);
  }

  private static List<Candidate> candidates(long... blocks) {
    var candidates = new ArrayList<Candidate>();
    for (long block : blocks) {
      int number = candidates.size() + 1;
      candidates.add(
          new Candidate(
              "run",
              new Proposal(number, 0, "random", Saxpy.block(block)),
              1,
              Optional.of(
                  Examples.ended(
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
  void hold_noTimeForAllInASecondProcess_confirmsAsManyAsFit() throws InterruptedException {
    confirmable = 2;
    RepeatedFinals finals = held(2, 64, 8, 16, 32, 128);

    assertThat(processes).extracting(List::size).containsExactly(5, 3);
    assertThat(processes.getLast().getFirst()).isEqualTo(DEFAULT);
    assertThat(finals.measured().values())
        .filteredOn(
            result -> Objects.requireNonNull(result.samples().get("small")).processes().size() == 2)
        .hasSize(3);
  }

  @Test
  void hold_finalistsThatAreClearlySlowerInTheFirstProcess_areInNoOther()
      throws InterruptedException {
    times.put(DEFAULT, 500.0);
    times.put(Saxpy.block(16), 1100.0);
    times.put(Saxpy.block(32), 1040.0);
    RepeatedFinals finals = held(3, 64, 8, 16, 32);

    assertThat(processes.getFirst()).hasSize(4);
    assertThat(processes.subList(1, 3))
        .allSatisfy(
            one ->
                assertThat(one)
                    .containsExactlyInAnyOrder(DEFAULT, Saxpy.block(8), Saxpy.block(32)));
    assertThat(settings).extracting(FinalsSettings::rounds).containsExactly(30, 20, 20);
    assertThat(finals.measured()).hasSize(4);
    assertThat(exclusions).isEmpty();
  }

  @Test
  void hold_aProcessThatTheEndOfTheTimeInterrupts_countsTheOnesBefore()
      throws InterruptedException {
    cut = 3;
    over = true;
    RepeatedFinals finals = held(5, 64, 8);
    assertThat(processes).hasSize(2);
    assertThat(finals.measured().values())
        .hasSize(2)
        .allSatisfy(
            one ->
                assertThat(Objects.requireNonNull(one.samples().get("small")).processes())
                    .hasSize(2));
  }

  @Test
  void hold_aProcessThatIsInterruptedInTime_endsTheRunWithoutFinals() {
    cut = 3;
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> held(5, 64, 8));
    cut = 1;
    over = true;
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> held(5, 64, 8));
  }

  @Test
  void hold_oneFinalistBesidesTheDefault_takesPartInEveryProcess() throws InterruptedException {
    RepeatedFinals finals = held(3, 64, 8);

    assertThat(processes).allSatisfy(one -> assertThat(one).hasSize(2));
    assertThat(finals.measured().values())
        .allSatisfy(
            one ->
                assertThat(Objects.requireNonNull(one.samples().get("small")).all().nanos())
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

  @Test
  void hold_allProcessesSideBySide_seatsAndMeasuresAsOneAfterTheOther()
      throws InterruptedException {
    RepeatedFinals one = held(5, 64, 8, 16, 32, 128);
    var alone = List.copyOf(processes);
    processes.clear();
    atOnce = 5;
    RepeatedFinals all = held(5, 64, 8, 16, 32, 128);

    assertThat(processes).isEqualTo(alone);
    assertThat(all.measured()).isEqualTo(one.measured());
  }

  @Test
  void hold_successorInTheFirstOfSeveral_isInTheFurtherOnesToo() throws InterruptedException {
    atOnce = 5;
    failing.put(Saxpy.block(8), 1);

    RepeatedFinals finals = heldWith(3, 5, 64, 8, 16, 32, 128);

    assertThat(processes.getFirst()).hasSize(5).endsWith(Saxpy.block(128));
    assertThat(union(1, 2)).contains(Saxpy.block(128)).doesNotContain(Saxpy.block(8));
    assertThat(finals.measured()).hasSize(4);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2);
  }

  @Test
  void hold_finalistThatFailsInSeveralOfAWave_isExcludedOnce() throws InterruptedException {
    atOnce = 5;
    failing.put(Saxpy.block(8), 2);

    RepeatedFinals finals = held(5, 64, 8, 16);

    assertThat(processes).hasSize(5);
    assertThat(finals.measured()).hasSize(2);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2);
  }

  @Test
  void hold_defaultThatFailsInAWave_endsTheFinalsWithoutIt() throws InterruptedException {
    atOnce = 5;
    failing.put(DEFAULT, 3);

    RepeatedFinals finals = held(5, 64, 8, 16);

    assertThat(finals.measured()).hasSize(2);
    assertThat(finals.failed()).hasSize(1);
    assertThat(exclusions).isEmpty();
  }
}
