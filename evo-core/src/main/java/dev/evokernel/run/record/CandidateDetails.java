package dev.evokernel.run.record;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.Candidate;
import org.jspecify.annotations.Nullable;

/**
 * Details of every attempted candidate of a run, with its measurements. Measurements are most of a
 * run's data and are rarely read, so a run of any length keeps them in its store ({@code
 * docs/decisions/0045-what-a-run-keeps-in-memory.md}). Thread-safe.
 */
public interface CandidateDetails {

  /** Takes a candidate that was stored, attempted or evaluated. */
  void put(Candidate candidate);

  /**
   * @param number of a candidate that was put
   */
  Candidate of(int number);

  /**
   * Lists all candidates that were put, by number. A long run keeps one page at a time in memory.
   */
  List<Candidate> all();

  /** Keeps candidates in memory, for a run of a few thousand evaluations at most. */
  static CandidateDetails inMemory() {
    var candidates = new TreeMap<Integer, Candidate>();
    return new CandidateDetails() {
      @Override
      public synchronized void put(Candidate candidate) {
        candidates.put(candidate.number(), candidate);
      }

      @Override
      public synchronized Candidate of(int number) {
        @Nullable Candidate candidate = candidates.get(number);
        if (candidate == null) {
          throw new IllegalArgumentException("Candidate " + number + " was never attempted.");
        }
        return candidate;
      }

      @Override
      public synchronized List<Candidate> all() {
        return List.copyOf(candidates.values());
      }
    };
  }

  /**
   * Reads candidates from the run's store.
   *
   * @param theDefault stays in memory, because every objective is relative to it
   */
  static CandidateDetails in(ResultStore store, String run, Configuration theDefault) {
    Map<Integer, Candidate> kept = new ConcurrentHashMap<>();
    return new CandidateDetails() {
      @Override
      public void put(Candidate candidate) {
        if (candidate.configuration().equals(theDefault)) {
          kept.put(candidate.number(), candidate);
        }
      }

      @Override
      public Candidate of(int number) {
        @Nullable Candidate candidate = kept.get(number);
        return candidate == null ? store.candidate(run + "/" + number) : candidate;
      }

      @Override
      public List<Candidate> all() {
        return store.pagedHistory(run).candidates();
      }
    };
  }
}
