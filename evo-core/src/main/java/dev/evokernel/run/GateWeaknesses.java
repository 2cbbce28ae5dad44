package dev.evokernel.run;

import module java.base;

import dev.evokernel.store.FinalsDecision;

/**
 * Weaknesses of the correctness gate that a run's devices found, at their start and from the
 * candidates' outputs. Each weakness is reported once, and all are listed with the verdict of the
 * finals.
 */
public final class GateWeaknesses {

  private final Supplier<Stream<String>> seen;
  private final Consumer<String> news;
  private final Set<String> told = new LinkedHashSet<>();

  /**
   * @param seen all weaknesses that the devices have found so far
   */
  public GateWeaknesses(Supplier<Stream<String>> seen, Consumer<String> news) {
    this.seen = seen;
    this.news = news;
  }

  public void tell() {
    seen.get()
        .filter(told::add)
        .forEach(weakness -> news.accept("warning: the correctness gate is weak: " + weakness));
  }

  /** Adds a reason for each weakness to the decision. */
  public FinalsDecision in(FinalsDecision decision) {
    return decision.because(
        told.stream()
            .map(
                weakness ->
                    FinalsDecision.WEAK_GATE + weakness + (weakness.endsWith(".") ? "" : "."))
            .toList());
  }
}
