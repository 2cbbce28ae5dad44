package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.finals.FinalRound.ChampionCheck;
import dev.evokernel.finals.FinalistSelection;
import dev.evokernel.finals.PortfolioChoice;
import dev.evokernel.finals.PortfolioSelection;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.store.record.PortfolioDecision;
import dev.evokernel.store.record.Role;

/**
 * Additional steps of the finals in a search for a portfolio; empty in a search for a champion.
 *
 * @param check of every configuration in the portfolio, like a champion's
 * @param exclude receives candidates that fail the check
 */
public record PortfolioFinals(
    RunSpec spec, ChampionCheck check, Consumer<Exclusion> exclude, InstantSource clock) {

  /** Lists candidates whose missing times matter, the most promising first. */
  public List<Candidate> incomplete(
      Supplier<List<Candidate>> all, FlaggedCandidates flags, Measured theDefault) {
    return PortfolioSelection.of(spec)
        .map(selection -> selection.incomplete(all.get(), flags, theDefault))
        .orElse(List.of());
  }

  /** Lists candidates that enter before the best of the rest. */
  public List<Candidate> entitled(
      Supplier<List<Candidate>> all, FlaggedCandidates flags, Measured theDefault) {
    return PortfolioSelection.of(spec)
        .map(
            selection ->
                selection.entitled(all.get(), flags, theDefault, FinalistSelection.FINALISTS))
        .orElse(List.of());
  }

  /** Adds the chosen set to the decision. Every member has passed the check. */
  public FinalsDecision decided(FinalsDecision held, List<BuiltFinalist> finalists)
      throws InterruptedException {
    Optional<PortfolioChoice> choice = PortfolioChoice.of(spec);
    if (choice.isEmpty()) {
      return held;
    }
    var checked = new HashSet<Integer>();
    held.candidate(Role.DEFAULT).ifPresent(checked::add);
    held.candidate(Role.CHAMPION).ifPresent(checked::add);
    var excluded = new HashSet<Integer>();
    while (true) {
      Optional<PortfolioDecision> decided = choice.get().decide(held, excluded);
      Optional<BuiltFinalist> unchecked =
          finalists.stream()
              .filter(finalist -> decided.filter(set -> dispatches(set, finalist)).isPresent())
              .filter(finalist -> !checked.contains(finalist.candidate().number()))
              .findFirst();
      if (unchecked.isEmpty()) {
        return held.with(decided);
      }
      int number = unchecked.get().candidate().number();
      checked.add(number);
      Optional<Rejected> refusal = check.check(unchecked.get());
      if (refusal.isPresent()) {
        exclude.accept(new Exclusion(number, refusal.get(), clock.instant()));
        excluded.add(number);
      }
    }
  }

  private static boolean dispatches(PortfolioDecision set, BuiltFinalist to) {
    return set.dispatched().containsValue(to.candidate().number());
  }
}
