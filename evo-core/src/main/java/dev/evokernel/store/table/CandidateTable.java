package dev.evokernel.store.table;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.EvaluatedOn;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredDeviceState;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tables {@code candidates}, {@code measurements} and {@code learning_order}. */
public final class CandidateTable {

  /** Columns of the candidates that a condition selects. */
  private static final String MEASUREMENTS =
      """
      SELECT * FROM measurements
      WHERE candidate IN (SELECT id FROM candidates WHERE %s) %s ORDER BY candidate, position\
      """;

  private CandidateTable() {}

  /** Adds an attempt; the outcome of an earlier attempt no longer counts. */
  public static void attempt(Transaction transaction, String run, Proposal proposal)
      throws SQLException {
    transaction.update(
        """
        UPDATE candidates SET state = 'attempting', attempts = attempts + 1, outcome = NULL,
          shape = NULL, message = NULL, objective = NULL, digest = NULL, compile_nanos = NULL,
          evaluate_nanos = NULL, check_nanos = NULL, finished = NULL, device = 0, scale = 1
        WHERE id = ?\
        """,
        emptied(transaction, run, proposal));
  }

  /** Id of the candidate, added if missing; its earlier measurements are deleted. */
  private static long emptied(Transaction transaction, String run, Proposal proposal)
      throws SQLException {
    transaction.update(
        """
        INSERT INTO candidates (run, number, generation, origin, configuration, fingerprint,
          parents, shapes, state, attempts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'attempting', 0)
        ON CONFLICT (run, number) DO NOTHING\
        """,
        run,
        proposal.number(),
        proposal.generation(),
        proposal.origin(),
        StoredJson.of(proposal.configuration()),
        proposal.configuration().fingerprint(),
        StoredJson.ofNumbers(proposal.parents()),
        shapes(proposal));
    long id = id(transaction, run, proposal.number());
    transaction.update("DELETE FROM measurements WHERE candidate = ?", id);
    return id;
  }

  /** Takes an attempt back. */
  public static void withdraw(Transaction transaction, String run, Proposal proposal)
      throws SQLException {
    transaction.update(
        "UPDATE candidates SET attempts = attempts - 1 WHERE run = ? AND number = ? AND attempts >"
            + " 0",
        run,
        proposal.number());
  }

  /** A candidate that never came to a launch has no attempt. */
  public static void record(
      Transaction transaction, String run, Proposal proposal, Evaluation evaluation)
      throws SQLException {
    Outcome outcome = evaluation.outcome();
    String shape = outcome instanceof Outcome.Rejected rejected ? rejected.shape() : "";
    String message = outcome instanceof Outcome.Rejected rejected ? rejected.message() : "";
    long id = emptied(transaction, run, proposal);
    transaction.update(
        """
        UPDATE candidates SET state = 'finished', outcome = ?, shape = ?, message = ?,
          objective = ?, digest = ?, compile_nanos = ?, evaluate_nanos = ?, check_nanos = ?,
          finished = ?, device = ?, scale = ?
        WHERE id = ?\
        """,
        Candidate.labelOf(outcome),
        shape,
        message,
        evaluation.objective(),
        evaluation.digest(),
        evaluation.compileNanos(),
        evaluation.evaluateNanos(),
        evaluation.checkNanos(),
        evaluation.finished(),
        evaluation.on().device(),
        evaluation.on().scale(),
        id);
    if (outcome instanceof Outcome.Measured(List<Measurement> measurements)) {
      for (int i = 0; i < measurements.size(); i++) {
        insert(transaction, id, i, measurements.get(i));
      }
    }
  }

  public static void learns(
      Transaction transaction, String run, int learnt, List<Integer> candidates)
      throws SQLException {
    transaction.update(
        "INSERT OR REPLACE INTO learning_order VALUES (?, ?, ?)",
        run,
        learnt,
        StoredJson.ofNumbers(candidates));
  }

  public static Map<Integer, List<Integer>> learningOrder(Transaction transaction, String run)
      throws SQLException {
    var order = new HashMap<Integer, List<Integer>>();
    transaction.each(
        "SELECT * FROM learning_order WHERE run = ?",
        row -> order.put(row.integer("learnt"), StoredJson.numbers(row.text("candidates"))),
        run);
    return order;
  }

  /** Empty for all, as it is for a run that evaluates all on every shape. */
  private static Optional<String> shapes(Proposal proposal) {
    return Optional.of(proposal.shapes())
        .filter(shapes -> !shapes.isEmpty())
        .map(StoredJson::ofWords);
  }

  private static void insert(
      Transaction transaction, long candidate, int position, Measurement measurement)
      throws SQLException {
    Samples samples = measurement.samples();
    Optional<Resources> resources = Optional.ofNullable(measurement.resources());
    transaction.insert(
        """
        measurements (candidate, position, shape, p50, p90, minimum, mean, deviation,
          count, launches, samples, accuracy, device_state, registers, local_bytes, static_shared,
          dynamic_shared, occupancy, joules)\
        """,
        candidate,
        position,
        measurement.shape(),
        samples.p50(),
        samples.p90(),
        samples.min(),
        samples.mean(),
        samples.deviation(),
        samples.count(),
        measurement.launchesPerSample(),
        StoredJson.of(samples),
        StoredJson.ofAccuracy(measurement.accuracy()),
        StoredDeviceState.of(measurement.device()),
        resources.map(Resources::registers),
        resources.map(Resources::localBytes),
        resources.map(Resources::staticShared),
        resources.map(Resources::dynamicShared),
        resources.map(Resources::occupancy),
        measurement.joules());
  }

  static long id(Transaction transaction, String run, int number) throws SQLException {
    return transaction.number(
        "SELECT id FROM candidates WHERE run = ? AND number = ?", run, number);
  }

  /** All of a run, by number. */
  public static List<Candidate> of(Transaction transaction, String run) throws SQLException {
    return candidates(transaction, "run = ?", run);
  }

  /**
   * Candidates with these numbers, by number.
   *
   * @param shape of the measurements that are read; empty for all
   */
  public static List<Candidate> some(
      Transaction transaction, String run, int[] numbers, Optional<String> shape)
      throws SQLException {
    String listed = StoredJson.ofNumbers(Arrays.stream(numbers).boxed().toList());
    String those = "run = ?1 AND number IN (SELECT value FROM json_each(?2))";
    return shape.isEmpty()
        ? candidates(transaction, those, run, listed)
        : candidates(
            transaction,
            those,
            transaction.query(
                MEASUREMENTS.formatted(those, "AND shape = ?3"),
                CandidateTable::timed,
                run,
                listed,
                shape.get()),
            run,
            listed);
  }

  /** The numbers of all of a run, ascending. */
  public static int[] numbers(Transaction transaction, String run) throws SQLException {
    return transaction
        .query(
            "SELECT number FROM candidates WHERE run = ? ORDER BY number",
            row -> row.integer("number"),
            run)
        .stream()
        .mapToInt(Integer::intValue)
        .toArray();
  }

  public static Optional<Candidate> one(Transaction transaction, String run, int number)
      throws SQLException {
    return candidates(transaction, "run = ? AND number = ?", run, number).stream().findFirst();
  }

  private record Timed(long candidate, Measurement measurement) {}

  /**
   * Rows of {@code candidates} that a condition selects, by number.
   *
   * @param values of the condition's parameters
   */
  public static List<Candidate> candidates(Transaction transaction, String where, Object... values)
      throws SQLException {
    List<Timed> timed =
        transaction.query(MEASUREMENTS.formatted(where, ""), CandidateTable::timed, values);
    return candidates(transaction, where, timed, values);
  }

  private static List<Candidate> candidates(
      Transaction transaction, String where, List<Timed> measurements, Object... values)
      throws SQLException {
    var timed = new HashMap<Long, List<Timed>>();
    measurements.forEach(
        one -> timed.computeIfAbsent(one.candidate(), id -> new ArrayList<>()).add(one));
    return transaction.query(
        "SELECT * FROM candidates WHERE " + where + " ORDER BY number",
        row -> candidate(row, timed.getOrDefault(row.whole("id"), List.of())),
        values);
  }

  private static Timed timed(Row row) throws SQLException {
    return new Timed(
        row.whole("candidate"),
        new Measurement(
            row.text("shape"),
            StoredJson.samples(row.text("samples")),
            row.integer("launches"),
            StoredJson.accuracy(row.text("accuracy")),
            resources(row),
            row.optionalReal("joules"),
            StoredDeviceState.of(row)));
  }

  private static @Nullable Resources resources(Row row) throws SQLException {
    return row.optionalReal("occupancy").isEmpty()
        ? null
        : new Resources(
            row.integer("registers"),
            row.integer("local_bytes"),
            row.integer("static_shared"),
            row.integer("dynamic_shared"),
            row.real("occupancy"));
  }

  private static Candidate candidate(Row row, List<Timed> timed) throws SQLException {
    return new Candidate(
        row.text("run"),
        proposal(row, row.text("origin")),
        row.integer("attempts"),
        row.text("state").equals("finished")
            ? Optional.of(evaluation(row, timed))
            : Optional.empty());
  }

  /**
   * @param origin as it is in the row
   */
  public static Proposal proposal(Row row, String origin) throws SQLException {
    return new Proposal(
        row.integer("number"),
        row.integer("generation"),
        origin,
        StoredJson.configuration(row.text("configuration")),
        StoredJson.numbers(row.text("parents")),
        row.optionalText("shapes").map(StoredJson::words).orElse(List.of()));
  }

  private static Evaluation evaluation(Row row, List<Timed> timed) throws SQLException {
    return new Evaluation(
        outcome(row, timed),
        row.optionalReal("objective"),
        row.text("digest"),
        row.whole("compile_nanos"),
        row.whole("evaluate_nanos"),
        row.whole("check_nanos"),
        row.instant("finished"),
        new EvaluatedOn(row.integer("device"), row.real("scale")));
  }

  private static Outcome outcome(Row row, List<Timed> timed) throws SQLException {
    String label = row.text("outcome");
    return label.equals(Candidate.MEASURED)
        ? new Outcome.Measured(timed.stream().map(Timed::measurement).toList())
        : new Outcome.Rejected(Rejection.ofLabel(label), row.text("shape"), row.text("message"));
  }
}
