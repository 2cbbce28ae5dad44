package dev.evokernel.store;

import module java.base;

import dev.evokernel.stats.Metric;

/**
 * Queries of a page on a run that may still go on. Each query uses the index of a run's candidates
 * by number and reads only the rows that it needs.
 */
public record LiveRun(Database database, Function<Transaction, StoredRun> run) {

  /**
   * Candidates in flight and latest results of a run.
   *
   * @param inFlight candidates whose evaluation has begun and not ended, latest first
   * @param rejected the latest rejections, the last proposed first
   * @param measured the last proposed candidate with measurements
   */
  public record RunActivity(
      List<Candidate> inFlight, List<Candidate> rejected, Optional<Candidate> measured) {}

  private static final int REJECTIONS = 8;

  /** Attempts older than this many candidates were lost with their process. */
  private static final int WINDOW = 500;

  private static final String SOME_ARE_PARTIAL =
      "SELECT EXISTS (SELECT 1 FROM candidates WHERE run = ? AND shapes IS NOT NULL)";

  private static final String LEADERS =
      """
      SELECT c.number, min(m.%s)
      FROM candidates c JOIN measurements m ON m.candidate = c.id
      WHERE c.run = ?1 AND m.%s IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM exclusions e WHERE e.run = ?1 AND e.candidate = c.number)
      GROUP BY m.shape\
      """;

  /** Candidates from a number on, by number, without their measurements. */
  public List<Candidate> from(int number) {
    return database.read(
        transaction ->
            CandidateTable.outlines(
                transaction, "run = ?1 AND number >= ?2", run.apply(transaction).id(), number));
  }

  public RunActivity activity() {
    return database.read(transaction -> activity(transaction, run.apply(transaction)));
  }

  private static RunActivity activity(Transaction transaction, StoredRun run) {
    long last = transaction.number("SELECT max(number) FROM candidates WHERE run = ?", run.id());
    return new RunActivity(
        latest(transaction, run, "state = 'attempting' AND number > " + (last - WINDOW), WINDOW),
        latest(transaction, run, "outcome <> 'measured'", REJECTIONS),
        latest(transaction, run, "outcome = 'measured'", 1).stream().findFirst());
  }

  private static List<Candidate> latest(
      Transaction transaction, StoredRun run, String which, int most) {
    List<Candidate> latest =
        new ArrayList<>(
            CandidateTable.candidates(
                transaction,
                "id IN (SELECT id FROM candidates WHERE run = ? AND %s ORDER BY number DESC LIMIT %d)"
                    .formatted(which, most),
                run.id()));
    latest.sort(Comparator.comparingInt(Candidate::number).reversed());
    return latest;
  }

  static List<Integer> leaders(Transaction transaction, StoredRun run) {
    return run.subject().shapes().size() < 2 || transaction.number(SOME_ARE_PARTIAL, run.id()) == 0
        ? List.of()
        : transaction.query(
            LEADERS.replace(
                "%s",
                run.run().objective().minimise().getFirst() == Metric.ENERGY ? "joules" : "p50"),
            row -> row.integer("number"),
            run.id());
  }
}
