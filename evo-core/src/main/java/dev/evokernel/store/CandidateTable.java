package dev.evokernel.store;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation.Timing;

/** Tables {@code candidates}, {@code measurements} and {@code learning_order}. */
final class CandidateTable {

  private static final String CANDIDATES = "SELECT * FROM candidates WHERE %s ORDER BY number";
  private static final String MEASUREMENTS =
      """
      SELECT * FROM measurements
      WHERE candidate IN (SELECT id FROM candidates WHERE %s)\
      """;

  private static final String TIMINGS =
      """
      SELECT candidate, shape, p50, joules,
        (SELECT group_concat(iif(bits = '', NULL, bits), '+')
         FROM (SELECT a.value ->> 'bits' AS bits FROM json_each(m.accuracy) a ORDER BY a.key)
         HAVING count(nullif(bits, '')) = count(*)) AS bits
      FROM measurements m
      WHERE candidate IN (SELECT id FROM candidates WHERE %s) ORDER BY candidate, position\
      """;

  private CandidateTable() {}

  /** Adds an attempt; the outcome of an earlier attempt no longer counts. */
  static void attempt(Transaction transaction, String run, Proposal proposal) {
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
  private static long emptied(Transaction transaction, String run, Proposal proposal) {
    if (id(transaction, run, proposal.number()) == 0) {
      var row = RecordColumns.row(proposal);
      row.put("run", run);
      row.put("fingerprint", proposal.configuration().fingerprint());
      row.put("state", "attempting");
      row.put("attempts", 0);
      transaction.insert("candidates", row);
    }
    long id = id(transaction, run, proposal.number());
    transaction.update("DELETE FROM measurements WHERE candidate = ?", id);
    return id;
  }

  /** A candidate that never came to a launch has no attempt. */
  static void record(
      Transaction transaction, String run, Proposal proposal, Evaluation evaluation) {
    long id = emptied(transaction, run, proposal);
    var row = RecordColumns.row(evaluation);
    row.remove("reason");
    row.putIfAbsent("shape", "");
    row.putIfAbsent("message", "");
    row.put("state", "finished");
    row.put("outcome", evaluation.rejected().map(Candidate::labelOf).orElse(Candidate.MEASURED));
    transaction.set("candidates", id, row);
    int position = 0;
    for (Measurement measurement : evaluation.measurements()) {
      Samples samples = measurement.samples();
      var measured = RecordColumns.row(measurement);
      measured.put("candidate", id);
      measured.put("position", position++);
      measured.putAll(times(samples));
      measured.put("minimum", samples.min());
      measured.put("mean", samples.mean());
      measured.put("deviation", samples.deviation());
      transaction.insert("measurements", measured);
    }
  }

  /** Columns that queries compare without reading the samples. */
  static Map<String, Object> times(Samples samples) {
    return Map.of("p50", samples.p50(), "p90", samples.p90(), "count", samples.count());
  }

  static long id(Transaction transaction, String run, int number) {
    return transaction.number(
        "SELECT id FROM candidates WHERE run = ? AND number = ?", run, number);
  }

  /** Candidates that a condition selects, by number, without their measurements. */
  static List<Candidate> outlines(Transaction transaction, String where, Object... values) {
    var words = new HashMap<String, String>();
    var timings = new HashMap<Long, List<Timing>>();
    transaction.each(
        TIMINGS.replace("%s", where),
        row ->
            timings
                .computeIfAbsent(row.whole("candidate"), _ -> new ArrayList<>())
                .add(
                    new Timing(
                        shared(words, row.text("shape")),
                        row.real("p50"),
                        row.optionalReal("joules"),
                        shared(words, row.text("bits")))),
        values);
    return transaction.query(
        CANDIDATES.formatted(where),
        row -> candidate(row, words, timings.getOrDefault(row.whole("id"), List.of()), List.of()),
        values);
  }

  /** Returns one object for equal texts: a long run has tens of thousands. */
  private static String shared(Map<String, String> words, String text) {
    return words.computeIfAbsent(text, one -> one);
  }

  /** Candidates that a condition selects, by number, with their measurements. */
  static List<Candidate> candidates(Transaction transaction, String where, Object... values) {
    return candidates(transaction, where, Optional.empty(), values);
  }

  static List<Candidate> candidates(
      Transaction transaction, String where, Optional<String> shape, Object... values) {
    var measurements = new HashMap<Long, List<Measurement>>();
    transaction.each(
        MEASUREMENTS.replace("%s", where)
            + (shape.isPresent() ? " AND shape = ?" + (values.length + 1) : "")
            + " ORDER BY candidate, position",
        row ->
            measurements
                .computeIfAbsent(row.whole("candidate"), _ -> new ArrayList<>())
                .add(RecordColumns.read(Measurement.class, row, Map.of())),
        Stream.concat(Arrays.stream(values), shape.stream()).toArray());
    var words = new HashMap<String, String>();
    return transaction.query(
        CANDIDATES.formatted(where),
        row -> {
          List<Measurement> own = measurements.getOrDefault(row.whole("id"), List.of());
          return candidate(row, words, own.stream().map(Timing::of).toList(), own);
        },
        values);
  }

  private static Candidate candidate(
      Row row, Map<String, String> words, List<Timing> timings, List<Measurement> measurements) {
    Proposal proposal =
        RecordColumns.read(
            Proposal.class, row, Map.of("origin", shared(words, row.text("origin"))));
    return new Candidate(
        shared(words, row.text("run")),
        proposal,
        row.integer("attempts"),
        row.text("state").equals("finished")
            ? Optional.of(evaluation(row, timings, measurements))
            : Optional.empty());
  }

  private static Evaluation evaluation(
      Row row, List<Timing> timings, List<Measurement> measurements) {
    String label = row.text("outcome");
    return RecordColumns.read(
        Evaluation.class,
        row,
        Map.of(
            "rejected",
            label.equals(Candidate.MEASURED)
                ? Optional.empty()
                : Optional.of(
                    new Rejected(Rejection.ofLabel(label), row.text("shape"), row.text("message"))),
            "timings",
            timings,
            "measurements",
            measurements));
  }
}
