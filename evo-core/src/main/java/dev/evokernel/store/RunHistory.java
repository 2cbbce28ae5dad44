package dev.evokernel.store;

import java.util.List;
import java.util.Optional;

/**
 * Everything the store knows of one run.
 *
 * @param candidates by number; those whose evaluation never ended are among them
 * @param scrutiny what came out after measurements
 * @param sentinel what it showed whenever a fresh process took over the device, in order
 */
public record RunHistory(
    StoredRun run,
    List<Candidate> candidates,
    Optional<Finals> finals,
    List<SentinelCheck> sentinel,
    Scrutiny scrutiny) {

  public RunHistory {
    candidates = List.copyOf(candidates);
    sentinel = List.copyOf(sentinel);
  }

  /** Of a run in which nothing came out after a measurement. */
  public RunHistory(
      StoredRun run,
      List<Candidate> candidates,
      Optional<Finals> finals,
      List<SentinelCheck> sentinel) {
    this(run, candidates, finals, sentinel, Scrutiny.NONE);
  }

  /** Those who may lead, with the objectives that hold. */
  public List<Candidate> eligible() {
    return scrutiny.eligible(candidates);
  }

  /** Of a run in which every process lived. */
  public RunHistory(StoredRun run, List<Candidate> candidates, Optional<Finals> finals) {
    this(run, candidates, finals, List.of());
  }

  /** The candidate with this number. */
  public Optional<Candidate> candidate(int number) {
    return candidates.stream().filter(candidate -> candidate.number() == number).findFirst();
  }

  /** The candidate that is the kernel's default configuration, once it has been proposed. */
  public Optional<Candidate> incumbent() {
    return candidates.stream()
        .filter(candidate -> candidate.configuration().equals(run.subject().incumbent()))
        .findFirst();
  }
}
