package dev.evokernel.store;

import dev.evokernel.stats.Metric;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a page shows of a run while it goes on. Each question goes through the index of a run's
 * candidates by number, and reads no more of a long run than it answers.
 */
final class LiveQuery {

  private static final int REJECTIONS = 8;

  /** Attempts further back than so many candidates were lost with their process. */
  private static final int WINDOW = 500;

  private static final String OF_RUN = "run = ?1 AND number >= ?2";

  private static final String POINTS =
      """
      SELECT number, finished, objective,
        fingerprint = (SELECT default_fingerprint FROM runs WHERE id = ?1) AS is_default
      FROM candidates WHERE %s AND state = 'finished' ORDER BY finished, number\
      """
          .formatted(OF_RUN);

  private static final String VALUES =
      """
      SELECT c.number, m.shape, m.%s AS value
      FROM candidates c JOIN measurements m ON m.candidate = c.id
      WHERE c.run = ?1 AND c.number >= ?2 AND m.%s IS NOT NULL\
      """;

  private static final String NEXT =
      """
      SELECT coalesce(
        (SELECT min(number) FROM candidates WHERE %s AND state = 'attempting'),
        (SELECT max(number) + 1 FROM candidates WHERE run = ?1),
        1)\
      """
          .formatted(OF_RUN);

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

  private record Value(int number, String shape, double value) {}

  private LiveQuery() {}

  static TraceExcerpt trace(Transaction transaction, StoredRun run, int from) throws SQLException {
    var values = new HashMap<Integer, Map<String, Double>>();
    transaction
        .query(
            ofMetric(VALUES, run),
            row -> new Value(row.integer("number"), row.text("shape"), row.real("value")),
            run.id(),
            from)
        .forEach(
            one ->
                values
                    .computeIfAbsent(one.number(), _ -> new HashMap<>())
                    .put(one.shape(), one.value()));
    List<EvaluationPoint> points =
        transaction.query(
            POINTS,
            row ->
                new EvaluationPoint(
                    row.integer("number"),
                    row.truth("is_default"),
                    row.instant("finished"),
                    row.optionalReal("objective"),
                    values.getOrDefault(row.integer("number"), Map.of())),
            run.id(),
            from);
    return new TraceExcerpt(points, Math.toIntExact(transaction.number(NEXT, run.id(), from)));
  }

  static RunActivity activity(Transaction transaction, StoredRun run) throws SQLException {
    long last = transaction.number("SELECT max(number) FROM candidates WHERE run = ?", run.id());
    return new RunActivity(
        latest(transaction, run, "state = 'attempting' AND number > " + (last - WINDOW), WINDOW),
        latest(transaction, run, "outcome <> 'measured'", REJECTIONS),
        latest(transaction, run, "outcome = 'measured'", 1).stream().findFirst());
  }

  private static List<Candidate> latest(
      Transaction transaction, StoredRun run, String which, int most) throws SQLException {
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

  /**
   * The candidates that are the best on a shape; none in a run in which every candidate is timed on
   * every shape.
   */
  static List<Integer> leaders(Transaction transaction, StoredRun run) throws SQLException {
    return run.subject().shapes().size() < 2 || transaction.number(SOME_ARE_PARTIAL, run.id()) == 0
        ? List.of()
        : transaction.query(ofMetric(LEADERS, run), row -> row.integer("number"), run.id());
  }

  private static String ofMetric(String sql, StoredRun run) {
    String column = run.run().objective().minimise().getFirst() == Metric.ENERGY ? "joules" : "p50";
    return sql.formatted(column, column);
  }
}
