package dev.evokernel.finals;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.ProgramIdentity;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Exclusion;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.workers.CompileStep;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The door to the finals: whoever wants to lead passes every examination first, the best before the
 * others, until enough have passed.
 *
 * <p>Who fails is excluded and not rejected: the search heard of it as measured, and a run that
 * goes on has to hear the same again.
 */
public final class FinalistSelection {

  /** One more thing that is asked of a candidate. */
  @FunctionalInterface
  public interface Examination {
    Optional<Rejected> refusal(Configuration configuration, Binary binary)
        throws InterruptedException;
  }

  private final CompileStep compilers;
  private final List<Examination> examinations;
  private final ProgramIdentity identity;
  private final InstantSource clock;
  private final Consumer<Exclusion> record;

  /**
   * @param examinations in their order, the cheapest first
   * @param record where it is written down who may not lead
   */
  public FinalistSelection(
      CompileStep compilers,
      List<Examination> examinations,
      ProgramIdentity identity,
      InstantSource clock,
      Consumer<Exclusion> record) {
    this.compilers = compilers;
    this.examinations = List.copyOf(examinations);
    this.identity = identity;
    this.clock = clock;
    this.record = record;
  }

  /**
   * The default, and the best of those who pass, one of each program. Half of the seats are for
   * those who were measured while the device drifted, and not again since, as far as there are any:
   * the finals measure everybody again.
   *
   * @param measured every candidate with an objective, the default among them
   * @param seeded who of them has a seat in any case; asked again without whoever fails
   * @param most how many besides the default, or more if so many are seeded
   */
  public List<Candidate> admit(
      List<Candidate> measured,
      Configuration defaultConfiguration,
      FlaggedCandidates known,
      UnaryOperator<List<Candidate>> seeded,
      int most)
      throws InterruptedException {
    var admitted = new ArrayList<Candidate>();
    var programs = new HashSet<String>();
    measured.stream()
        .filter(candidate -> candidate.configuration().equals(defaultConfiguration))
        .forEach(
            candidate -> {
              admitted.add(candidate);
              programs.add(program(candidate));
            });
    List<Candidate> doubted = known.unsettled(measured);
    List<Candidate> eligible = known.eligible(measured);
    int seats = 1 + most;
    admitSeeded(known.eligible(measured), seeded, admitted, programs);
    admit(eligible, seats - Math.min(doubted.size(), most / 2), admitted, programs);
    admit(doubted, seats, admitted, programs);
    admit(eligible, seats, admitted, programs);
    return admitted;
  }

  private void admitSeeded(
      List<Candidate> eligible,
      UnaryOperator<List<Candidate>> seeded,
      List<Candidate> admitted,
      Set<String> programs)
      throws InterruptedException {
    var left = new ArrayList<>(eligible);
    while (true) {
      Optional<Candidate> next =
          seeded.apply(left).stream().filter(one -> !admitted.contains(one)).findFirst();
      if (next.isEmpty()) {
        return;
      }
      if (programs.add(program(next.get())) && passes(next.get())) {
        admitted.add(next.get());
      } else {
        left.remove(next.get());
      }
    }
  }

  private void admit(
      List<Candidate> candidates, int seats, List<Candidate> admitted, Set<String> programs)
      throws InterruptedException {
    List<Candidate> best =
        candidates.stream()
            .sorted(
                Comparator.comparingDouble((Candidate one) -> one.objective().orElseThrow())
                    .thenComparingInt(Candidate::number))
            .toList();
    for (Candidate candidate : best) {
      if (admitted.size() >= seats) {
        return;
      }
      if (programs.add(program(candidate)) && passes(candidate)) {
        admitted.add(candidate);
      }
    }
  }

  private boolean passes(Candidate candidate) throws InterruptedException {
    if (!(compilers.compile(candidate.configuration())
        instanceof Compilation.Compiled(Binary binary))) {
      return false;
    }
    for (Examination examination : examinations) {
      Optional<Rejected> refusal = examination.refusal(candidate.configuration(), binary);
      if (refusal.isPresent()) {
        record.accept(new Exclusion(candidate.number(), refusal.get(), clock.instant()));
        return false;
      }
    }
    return true;
  }

  private String program(Candidate candidate) {
    return identity.of(candidate.configuration(), candidate.evaluation().orElseThrow().digest());
  }
}
