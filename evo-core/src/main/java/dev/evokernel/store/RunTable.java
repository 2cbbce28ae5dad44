package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.Labelled;
import org.jspecify.annotations.Nullable;

/** Tables {@code runs}, {@code shapes} and {@code finals}. */
public final class RunTable {

  private RunTable() {}

  public static void insert(Transaction transaction, RunRecord run) {
    var row = RecordColumns.row(run);
    row.putAll(RecordColumns.row(RunLimits.of(run.job())));
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

  public static boolean exists(Transaction transaction, String id) {
    return transaction.number("SELECT count(*) FROM runs WHERE id = ?", id) > 0;
  }

  public static List<String> ids(Transaction transaction) {
    return transaction.query("SELECT id FROM runs", row -> row.text("id"));
  }

  public static List<String> running(Transaction transaction) {
    return transaction.query("SELECT id FROM runs WHERE status = 'running'", row -> row.text("id"));
  }

  public static void set(
      Transaction transaction, String id, String column, @Nullable Object value) {
    transaction.update("UPDATE runs SET " + column + " = ? WHERE id = ?", value, id);
  }

  /** Replaces the text of a run's job, and the columns with its numbers. */
  public static void job(Transaction transaction, String id, String job) {
    RunLimits limits = RunLimits.of(job);
    transaction.update(
        "UPDATE runs SET job = ?, wall_nanos = ?, evaluations = ? WHERE id = ?",
        job,
        limits.wall().map(Duration::toNanos),
        limits.evaluations(),
        id);
  }

  public static RunLimits limits(Transaction transaction, String id) {
    return transaction
        .first(
            "SELECT wall_nanos, evaluations FROM runs WHERE id = ?",
            RecordColumns.of(RunLimits.class),
            id)
        .orElseThrow();
  }

  /** Fills the columns of {@link #limits} in a file in which only the text of a job has them. */
  public static void fillLimits(Transaction transaction) {
    for (String id : ids(transaction)) {
      job(transaction, id, optional(transaction, id, "job", text -> text).orElseThrow());
    }
  }

  static <T> Optional<T> optional(
      Transaction transaction, String id, String column, Function<String, T> parse) {
    return transaction
        .first("SELECT * FROM runs WHERE id = ?", row -> row.optionalText(column).map(parse), id)
        .flatMap(value -> value);
  }

  public static void status(
      Transaction transaction, String id, RunStatus status, @Nullable Instant finished) {
    transaction.update(
        "UPDATE runs SET status = ?, finished = ? WHERE id = ?", status.label(), finished, id);
  }

  /** Deletes a run with its rows in all tables. */
  public static void delete(Transaction transaction, String id) {
    transaction.update("DELETE FROM runs WHERE id = ?", id);
  }

  /**
   * An id that no run and no folder has yet: kernel, date and time, and {@code -2} or higher if
   * taken.
   *
   * @param store the file beside which the runs' folders lie
   */
  public static String freeId(
      Transaction transaction, Path store, String kernel, Instant now, ZoneId zone) {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(zone);
    String id = RunRecord.named(kernel) + "-" + format.format(now);
    String free = id;
    for (int n = 2; exists(transaction, free) || Files.exists(store.resolveSibling(free)); n++) {
      free = id + "-" + n;
    }
    return free;
  }

  /** Newest first. */
  public static List<StoredRun> all(Transaction transaction) {
    return transaction.query(
        "SELECT * FROM runs ORDER BY started DESC, rowid DESC", row -> run(transaction, row));
  }

  public static Optional<StoredRun> latest(Transaction transaction) {
    return transaction.first(
        "SELECT * FROM runs ORDER BY started DESC, rowid DESC LIMIT 1",
        row -> run(transaction, row));
  }

  /** Runs that share a fleet, in the order in which they began. */
  public static List<StoredRun> fleet(Transaction transaction, String first) {
    return transaction.query(
        "SELECT * FROM runs WHERE fleet = ?1 OR id = ?1 ORDER BY started, rowid",
        row -> run(transaction, row),
        first);
  }

  /** Runs whose id begins with a prefix; only the run with exactly this id if there is one. */
  public static List<StoredRun> beginningWith(Transaction transaction, String prefix) {
    List<StoredRun> found =
        transaction.query(
            "SELECT * FROM runs WHERE substr(id, 1, length(?1)) = ?1 ORDER BY started, rowid",
            row -> run(transaction, row),
            prefix);
    List<StoredRun> exact = found.stream().filter(run -> run.id().equals(prefix)).toList();
    return exact.isEmpty() ? found : exact;
  }

  private static StoredRun run(Transaction transaction, Row row) {
    return RecordColumns.read(
        StoredRun.class,
        row,
        Map.of("workloads", workloads(transaction, row.text("id")), "status", status(row)));
  }

  /** Status of a run; an interrupted run without an end time was killed. */
  private static RunStatus status(Row row) {
    RunStatus status = Labelled.find(RunStatus.class, row.text("status")).orElseThrow();
    return status == RunStatus.INTERRUPTED && row.optionalInstant("finished").isEmpty()
        ? RunStatus.KILLED
        : status;
  }

  private static List<Workload> workloads(Transaction transaction, String run) {
    return transaction.query(
        "SELECT * FROM shapes WHERE run = ? ORDER BY position",
        RecordColumns.of(Workload.class),
        run);
  }

  /** Replaces the finals of earlier sessions of the run. */
  public static void replaceFinals(Transaction transaction, String run, FinalsDecision finals) {
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
    set(transaction, run, "verdict", StoredJson.of(finals.verdict(), finals.tied()));
    set(transaction, run, "portfolio", finals.portfolio().map(StoredJson::of));
  }

  public static Optional<FinalsDecision> finals(Transaction transaction, String run) {
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
