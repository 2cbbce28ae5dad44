package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import org.jspecify.annotations.Nullable;

/** Tables {@code runs}, {@code shapes} and {@code finals}. */
final class RunTable {

  private RunTable() {}

  static void insert(Transaction transaction, RunRecord run) {
    var row = RecordColumns.row(run);
    row.putAll(columns(Budget.of(run.job())));
    row.remove("merged");
    row.put("default_fingerprint", run.subject().defaultConfiguration().fingerprint());
    row.put("status", RunStatus.RUNNING.label());
    transaction.insert("runs", row);
    int position = 0;
    for (Workload workload : run.subject().workloads()) {
      var shape = RecordColumns.row(workload);
      shape.put("run", run.id());
      shape.put("position", position++);
      transaction.insert("shapes", shape);
    }
  }

  static boolean exists(Transaction transaction, String id) {
    return transaction.number("SELECT count(*) FROM runs WHERE id = ?", id) > 0;
  }

  /** Replaces the text of a run's job, and the columns with its budget. */
  static void job(Transaction transaction, String id, String job) {
    var row = columns(Budget.of(job));
    row.put("job", job);
    transaction.set("runs", id, row);
  }

  private static Map<String, @Nullable Object> columns(Optional<Budget> budget) {
    var row = new LinkedHashMap<String, @Nullable Object>();
    row.put("wall_nanos", budget.filter(Budget::hasWall).map(one -> one.wall().toNanos()));
    row.put("evaluations", budget.filter(Budget::hasEvaluations).map(Budget::evaluations));
    return row;
  }

  /** Budget from its columns; empty if the job is of a version that this evo does not read. */
  static Optional<Budget> budget(Transaction transaction, String id) {
    return transaction.first(
        """
        SELECT ifnull(wall_nanos, ?2) AS wall, ifnull(evaluations, ?3) AS most FROM runs
        WHERE id = ?1 AND coalesce(wall_nanos, evaluations) IS NOT NULL\
        """,
        row -> new Budget(Duration.ofNanos(row.whole("wall")), row.whole("most")),
        id,
        Budget.FOREVER.toNanos(),
        Budget.UNLIMITED);
  }

  private static <T> Optional<T> optional(
      Transaction transaction, String id, String column, Function<String, T> parse) {
    return transaction
        .first("SELECT * FROM runs WHERE id = ?", row -> row.optionalText(column).map(parse), id)
        .flatMap(value -> value);
  }

  /** Runs of a query. */
  static List<StoredRun> runs(Transaction transaction, String rest, Object... values) {
    return transaction.query("SELECT * FROM runs " + rest, row -> run(transaction, row), values);
  }

  private static StoredRun run(Transaction transaction, Row row) {
    return RecordColumns.read(
        StoredRun.class,
        row,
        Map.of(
            "workloads",
            transaction.query(
                "SELECT * FROM shapes WHERE run = ? ORDER BY position",
                RecordColumns.of(Workload.class),
                row.text("id")),
            "status",
            status(row)));
  }

  private static RunStatus status(Row row) {
    RunStatus status = Labelled.find(RunStatus.class, row.text("status")).orElseThrow();
    return status == RunStatus.INTERRUPTED && row.optionalInstant("finished").isEmpty()
        ? RunStatus.KILLED
        : status;
  }

  /** Replaces the finals of earlier sessions of the run. */
  static void replaceFinals(Transaction transaction, String run, FinalsDecision finals) {
    transaction.update("DELETE FROM finals WHERE run = ?", run);
    int position = 0;
    for (FinalistMeasurement result : finals.results()) {
      var row = RecordColumns.row(result);
      row.remove("number");
      row.put("run", run);
      row.put("position", position++);
      row.put("candidate", CandidateTable.id(transaction, run, result.candidate()));
      row.putAll(CandidateTable.times(result.samples()));
      transaction.insert("finals", row);
    }
    transaction.update(
        "UPDATE runs SET verdict = ?, portfolio = ? WHERE id = ?",
        StoredJson.of(finals.verdict(), finals.tied()),
        finals.portfolio().map(StoredJson::of),
        run);
  }

  static Optional<FinalsDecision> finals(Transaction transaction, String run) {
    List<FinalistMeasurement> results =
        transaction.query(
            """
            SELECT f.*, c.number FROM finals f JOIN candidates c ON c.id = f.candidate
            WHERE f.run = ? ORDER BY f.position\
            """,
            RecordColumns.of(FinalistMeasurement.class),
            run);
    Optional<PortfolioDecision> portfolio =
        optional(transaction, run, "portfolio", StoredJson::portfolio);
    return optional(transaction, run, "verdict", StoredJson::verdict)
        .map(
            stored ->
                new FinalsDecision(results, stored.verdict(), stored.tiedFinalists(), portfolio));
  }
}
