package dev.evokernel.store;

import module java.base;

import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;

/**
 * Data of a report on one run, without every candidate of a long run.
 *
 * @param history with the notable candidates: the default, the finalists, the best of the search
 *     with their ancestors, the best on each shape in a search for a portfolio, generation 0,
 *     flagged candidates, and candidates measured on a disturbed device. A run with two metrics has
 *     every candidate, since the front needs all of them
 * @param outcomes number of candidates with each outcome, most frequent first
 * @param ranking of generation 0 at least
 */
public record RunOverview(
    RunHistory history,
    SequencedMap<String, Long> outcomes,
    Ranking ranking,
    Optional<Instant> latest,
    Optional<Budget> budget) {

  public RunOverview {
    outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
  }

  public long candidates() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Ranks of candidates by objective, among all candidates of a run that may become champion. */
  public record Ranking(Map<Integer, Integer> ranks, int total) {

    public Ranking {
      ranks = Map.copyOf(ranks);
    }

    /** Ranks all candidates; the earlier of two equal candidates is first. */
    public static Ranking of(List<Candidate> eligible) {
      List<Candidate> sorted =
          eligible.stream()
              .sorted(Comparator.comparingDouble(candidate -> candidate.objective().orElseThrow()))
              .toList();
      var ranks = new HashMap<Integer, Integer>();
      for (int i = 0; i < sorted.size(); i++) {
        ranks.put(sorted.get(i).number(), i + 1);
      }
      return new Ranking(ranks, sorted.size());
    }
  }

  private static final int BEST = 20;

  private static final String ELIGIBLE =
      """
      eligible AS (
        SELECT c.id, c.number, c.generation, c.parents,
          iif(s.candidate IS NULL, c.objective, s.objective) AS objective
        FROM candidates c LEFT JOIN suspects s ON s.run = c.run AND s.candidate = c.number
        WHERE c.run = ?1 AND c.objective IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM exclusions e WHERE e.run = ?1 AND e.candidate = c.number)
      ), ranked AS (
        SELECT *, row_number() OVER (ORDER BY objective, number) AS rank FROM eligible
        WHERE objective IS NOT NULL
      )\
      """;

  /** Candidates of {@link RunOverview#history}; includes the ancestors of the best. */
  private static final String NOTABLE =
      """
      run = ?1 AND number IN (
        WITH RECURSIVE %s, line (number) AS (
          SELECT c.number FROM finals f JOIN candidates c ON c.id = f.candidate WHERE f.run = ?1
          UNION SELECT number FROM ranked WHERE rank <= ?2
          UNION SELECT parent.value FROM line
            JOIN candidates c ON c.run = ?1 AND c.number = line.number, json_each(c.parents) parent
        )
        SELECT number FROM line
        UNION SELECT c.number FROM candidates c JOIN runs r ON r.id = c.run
          WHERE c.run = ?1 AND (c.fingerprint = r.default_fingerprint OR c.generation = 0)
        UNION SELECT value FROM json_each(?3)
        UNION SELECT candidate FROM exclusions WHERE run = ?1
        UNION SELECT candidate FROM suspects WHERE run = ?1
        UNION SELECT c.number FROM measurements m JOIN candidates c ON c.id = m.candidate
          WHERE c.run = ?1 AND json_extract(m.device_state, '$.discarded') > 0)\
      """
          .formatted(ELIGIBLE);

  private static final String FIRST_RANKS =
      "WITH " + ELIGIBLE + " SELECT number, rank FROM ranked WHERE generation = 0";

  private static final String TOTAL = "WITH " + ELIGIBLE + " SELECT count(*) FROM ranked";

  private static final String OUTCOMES =
      """
      SELECT coalesce(outcome, state) AS label, count(*) AS count FROM candidates
      WHERE run = ? GROUP BY label ORDER BY count DESC, label\
      """;

  public static RunOverview of(Transaction transaction, StoredRun run) {
    String leading = StoredJson.of(LiveRun.leaders(transaction, run));
    List<Candidate> candidates =
        run.run().objective().hasFront()
            ? CandidateTable.candidates(transaction, "run = ?", run.id())
            : CandidateTable.candidates(transaction, NOTABLE, run.id(), BEST, leading);
    return new RunOverview(
        history(transaction, run, candidates),
        outcomes(transaction, run.id()),
        ranking(transaction, run.id()),
        transaction
            .first(
                "SELECT max(finished) AS latest FROM candidates WHERE run = ?",
                row -> row.optionalInstant("latest"),
                run.id())
            .orElseThrow(),
        RunTable.budget(transaction, run.id()));
  }

  /** Collects the history of one run from all tables. */
  public static RunHistory history(
      Transaction transaction, StoredRun run, List<Candidate> candidates) {
    String id = run.id();
    return new RunHistory(
        run,
        candidates,
        RunTable.finals(transaction, id),
        RunEvents.all(transaction, id, RecoveryCheck.class),
        RunEvents.flags(transaction, id),
        MeasuredTables.of(transaction, id),
        MeasuredTables.limits(transaction, run.subject().backend(), run.provenance().device()),
        RunEvents.all(transaction, id, StoredInitialConfiguration.class),
        RunEvents.all(transaction, id, RunDeviceRecord.class));
  }

  private static SequencedMap<String, Long> outcomes(Transaction transaction, String run) {
    var outcomes = new LinkedHashMap<String, Long>();
    transaction.each(OUTCOMES, row -> outcomes.put(row.text("label"), row.whole("count")), run);
    return outcomes;
  }

  private static Ranking ranking(Transaction transaction, String run) {
    var ranks = new HashMap<Integer, Integer>();
    transaction.each(
        FIRST_RANKS, row -> ranks.put(row.integer("number"), row.integer("rank")), run);
    return new Ranking(
        ranks, ranks.isEmpty() ? 0 : Math.toIntExact(transaction.number(TOTAL, run)));
  }
}
