package dev.evokernel.finals;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.stats.Front;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.workers.CompileStep;
import io.jenetics.ext.moea.Vec;

/**
 * The selection of the candidates that enter the finals, compiled.
 *
 * <p>The default enters first. The leaderboard's champion and, with two metrics, the front follow
 * regardless of rank. The remaining places go to the best other candidates, one of each program. Up
 * to half of these places go to suspects, which were measured while the device drifted and not
 * again since: the finals measure all finalists again.
 *
 * <p>Every candidate except the default must pass the examinations. A candidate that fails is
 * excluded, and the next takes its place. Examinations run side by side, limited by the free places
 * and the devices. Candidates enter in the order of their ranks.
 *
 * <p>An excluded candidate is not rejected, because the search received its measurement, and a
 * resumed run must repeat it.
 */
public final class FinalistSelection {

  /** Places, not counting the default and the leaderboard's champion. */
  public static final int FINALISTS = 6;

  /** The most members of a front that are guaranteed a place. */
  static final int FRONT = 12;

  /** An additional verification before a candidate enters. */
  @FunctionalInterface
  public interface Examination {
    Optional<Rejected> refusal(BuiltFinalist finalist) throws InterruptedException;

    /** The number of candidates verified side by side. */
    default int atOnce() {
      return 1;
    }

    /** Verifies several candidates, and returns the refusal of each, in order. */
    default List<Optional<Rejected>> refusals(List<BuiltFinalist> some)
        throws InterruptedException {
      var refusals = new ArrayList<Optional<Rejected>>();
      for (BuiltFinalist one : some) {
        refusals.add(refusal(one));
      }
      return refusals;
    }
  }

  private final CompileStep compilers;
  private final List<Examination> examinations;
  private final ProgramIdentity identity;
  private final Objective objective;
  private final Configuration ofDefault;
  private final Optional<Configuration> champion;
  private final InstantSource clock;
  private final Consumer<Exclusion> record;

  /**
   * @param examinations in order, the cheapest first
   * @param champion the leaderboard's
   * @param record receives each excluded candidate
   */
  public FinalistSelection(
      CompileStep compilers,
      List<Examination> examinations,
      ProgramIdentity identity,
      Objective objective,
      Configuration ofDefault,
      Optional<Configuration> champion,
      InstantSource clock,
      Consumer<Exclusion> record) {
    this.compilers = compilers;
    this.examinations = List.copyOf(examinations);
    this.identity = identity;
    this.objective = objective;
    this.ofDefault = ofDefault;
    this.champion = champion;
    this.clock = clock;
    this.record = record;
  }

  /**
   * Selects the finalists, the default first unless it no longer compiles.
   *
   * @param measured every candidate with an objective, the default among them
   * @param entitled candidates that enter before the best of the rest, with or without an objective
   * @param flags exclusions and suspects
   * @param places besides the default's and the leaderboard's champion's; more enter if there is a
   *     front
   * @param time whether there is time for another finalist, given the number of the others
   */
  public List<BuiltFinalist> select(
      List<Candidate> measured,
      List<Candidate> entitled,
      FlaggedCandidates flags,
      int places,
      IntPredicate time)
      throws InterruptedException {
    List<Candidate> eligible = flags.eligible(measured);
    List<Candidate> suspects = flags.unsettled(measured);
    var entered = new Seats(time);
    for (Candidate candidate : measured) {
      if (candidate.configuration().equals(ofDefault)) {
        entered.enter(candidate);
      }
    }
    enterEntitled(eligible, entered);
    entered.enterInOrder(entitled, Integer.MAX_VALUE);
    int all = places + (entered.holds(champion) ? 2 : 1);
    enterBest(eligible, all - Math.min(suspects.size(), places / 2), entered);
    enterBest(suspects, all, entered);
    enterBest(eligible, all, entered);
    return entered.finalists();
  }

  private void enterEntitled(List<Candidate> eligible, Seats entered) throws InterruptedException {
    var left = new ArrayList<>(eligible);
    while (entered.mayGrow()) {
      Optional<Candidate> next =
          entitled(left).stream().filter(candidate -> !entered.holds(candidate)).findFirst();
      if (next.isEmpty()) {
        return;
      }
      entered.enterInOrder(List.of(next.get()), Integer.MAX_VALUE);
      if (!entered.holds(next.get())) {
        left.remove(next.get());
      }
    }
  }

  private List<Candidate> entitled(List<Candidate> measured) {
    var entitled = new ArrayList<Candidate>();
    measured.stream()
        .filter(candidate -> champion.filter(candidate.configuration()::equals).isPresent())
        .forEach(entitled::add);
    Optional<Measured> reference =
        measured.stream()
            .filter(candidate -> candidate.configuration().equals(ofDefault))
            .findFirst()
            .flatMap(Candidate::measured);
    if (objective.hasFront() && reference.isPresent()) {
      entitled.addAll(front(measured, reference.get()));
    }
    return entitled;
  }

  private List<Candidate> front(List<Candidate> measured, Measured reference) {
    var values = new LinkedHashMap<Candidate, Vec<double[]>>();
    for (Candidate candidate : measured) {
      candidate
          .measured()
          .flatMap(result -> objective.values(result, reference))
          .ifPresent(objectives -> values.put(candidate, objectives));
    }
    return Front.of(values).thinned(FRONT).keys();
  }

  private static void enterBest(List<Candidate> candidates, int places, Seats entered)
      throws InterruptedException {
    List<Candidate> best =
        candidates.stream()
            .sorted(
                Comparator.comparingDouble((Candidate one) -> one.objective().orElseThrow())
                    .thenComparingInt(Candidate::number))
            .toList();
    entered.enterInOrder(best, places);
  }

  /** The finalists so far, each program once. */
  private final class Seats {

    private final IntPredicate time;
    private final List<BuiltFinalist> finalists = new ArrayList<>();
    private final Set<String> programs = new HashSet<>();

    private Seats(IntPredicate time) {
      this.time = time;
    }

    private boolean mayGrow() {
      return time.test(finalists.size());
    }

    private List<BuiltFinalist> finalists() {
      return List.copyOf(finalists);
    }

    boolean holds(Candidate candidate) {
      return holds(Optional.of(candidate.configuration()));
    }

    boolean holds(Optional<Configuration> configuration) {
      return finalists.stream()
          .anyMatch(
              seated ->
                  configuration.filter(seated.candidate().configuration()::equals).isPresent());
    }

    void enter(Candidate candidate) throws InterruptedException {
      if (programs.add(program(candidate))) {
        built(candidate).ifPresent(finalists::add);
      }
    }

    /**
     * Enters the candidates that pass, until {@code places} seats are taken or the time is over.
     */
    void enterInOrder(List<Candidate> candidates, int places) throws InterruptedException {
      var left = new ArrayDeque<Candidate>(candidates);
      while (!left.isEmpty() && finalists.size() < places && mayGrow()) {
        var next = new ArrayList<BuiltFinalist>();
        int most = Math.min(atOnce(), places - finalists.size());
        while (!left.isEmpty()
            && next.size() < most
            && (next.isEmpty() || time.test(finalists.size() + next.size()))) {
          Candidate candidate = left.remove();
          if (programs.add(program(candidate))) {
            built(candidate).ifPresent(next::add);
          }
        }
        finalists.addAll(passed(next));
      }
    }

    private int atOnce() {
      return examinations.stream().mapToInt(Examination::atOnce).max().orElse(1);
    }

    private Optional<BuiltFinalist> built(Candidate candidate) throws InterruptedException {
      return compilers.compile(candidate.configuration())
              instanceof Compilation.Compiled(Binary binary)
          ? Optional.of(new BuiltFinalist(candidate, binary))
          : Optional.empty();
    }

    /** Runs the examinations in order. A candidate that fails one skips the more expensive ones. */
    private List<BuiltFinalist> passed(List<BuiltFinalist> some) throws InterruptedException {
      var passed = new ArrayList<>(some);
      for (Examination examination : examinations) {
        List<BuiltFinalist> examined = List.copyOf(passed);
        List<Optional<Rejected>> refusals = examination.refusals(examined);
        for (int i = 0; i < examined.size(); i++) {
          Candidate candidate = examined.get(i).candidate();
          if (refusals.get(i).isPresent()) {
            passed.remove(examined.get(i));
            record.accept(
                new Exclusion(candidate.number(), refusals.get(i).get(), clock.instant()));
          }
        }
      }
      return passed;
    }

    private String program(Candidate candidate) {
      return identity.of(candidate.configuration(), candidate.evaluation().orElseThrow().digest());
    }
  }
}
