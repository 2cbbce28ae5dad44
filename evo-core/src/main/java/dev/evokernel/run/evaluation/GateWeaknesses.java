package dev.evokernel.run.evaluation;

import dev.evokernel.stats.Verdict;
import dev.evokernel.store.record.FinalsDecision;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a run's devices have seen of how weak the correctness gate is: at their opening, and by the
 * candidates' outputs. Each weakness is told once, and all stand with the finals' verdict.
 */
public final class GateWeaknesses {

  private final Supplier<Stream<String>> seen;
  private final Consumer<String> news;
  private final Set<String> told = new LinkedHashSet<>();

  /**
   * @param seen all that the devices have seen so far
   */
  public GateWeaknesses(Supplier<Stream<String>> seen, Consumer<String> news) {
    this.seen = seen;
    this.news = news;
  }

  /** Tells what is new. */
  public void tell() {
    seen.get()
        .filter(told::add)
        .forEach(one -> news.accept("warning: the correctness gate is weak: " + one));
  }

  /** The decision, with a reason for each weakness. */
  public FinalsDecision in(FinalsDecision decision) {
    var reasons = new ArrayList<>(decision.verdict().reasons());
    told.forEach(
        one ->
            reasons.add("The correctness gate is weak: " + one + (one.endsWith(".") ? "" : ".")));
    return new FinalsDecision(
        decision.results(),
        new Verdict(decision.verdict().accepted(), reasons),
        decision.tied(),
        decision.portfolio());
  }
}
