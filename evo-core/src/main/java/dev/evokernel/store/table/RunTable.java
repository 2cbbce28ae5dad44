package dev.evokernel.store.table;

import module java.base;

import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Arithmetic;
import dev.evokernel.store.record.Provenance;
import dev.evokernel.store.run.RunEnding;
import dev.evokernel.store.run.RunRecord;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.store.run.Subject;
import dev.evokernel.store.run.TimeBudget;
import dev.evokernel.store.run.Workload;
import dev.evokernel.store.sql.RecordColumns;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tables {@code runs}, {@code shapes} and {@code run_devices}. */
public final class RunTable {

  private RunTable() {}

  public static void insert(Transaction transaction, RunRecord run) throws SQLException {
    Subject subject = run.subject();
    Provenance provenance = run.provenance();
    var row = new LinkedHashMap<String, @Nullable Object>();
    row.put("id", run.id());
    row.put("kernel", subject.kernel());
    row.put("folder", subject.folder());
    row.put("source_hash", subject.sourceHash());
    row.put("backend", subject.backend());
    row.putAll(RecordColumns.row(provenance));
    row.remove("merged");
    row.put("seed", run.seed());
    row.put("job", run.job());
    row.put("objective", StoredJson.of(run.objective()));
    row.put("parameters", StoredJson.ofParameters(subject.parameters()));
    row.put("default_configuration", StoredJson.of(subject.defaultConfiguration()));
    row.put("default_fingerprint", subject.defaultConfiguration().fingerprint());
    row.put("started", run.started());
    row.put("arithmetic", subject.arithmetic().map(Arithmetic::label));
    row.put("macros", subject.macros().texts().isEmpty() ? null : StoredJson.of(subject.macros()));
    row.put("status", RunStatus.RUNNING.label());
    transaction.insert("runs", row);
    int position = 0;
    for (Workload workload : subject.workloads()) {
      var shape = RecordColumns.row(workload);
      shape.put("run", run.id());
      shape.put("position", position++);
      transaction.insert("shapes", shape);
    }
  }

  public static boolean exists(Transaction transaction, String id) throws SQLException {
    return transaction.number("SELECT count(*) FROM runs WHERE id = ?", id) > 0;
  }

  public static List<String> ids(Transaction transaction) throws SQLException {
    return transaction.query("SELECT id FROM runs", row -> row.text("id"));
  }

  public static List<String> running(Transaction transaction) throws SQLException {
    return transaction.query("SELECT id FROM runs WHERE status = 'running'", row -> row.text("id"));
  }

  public static void set(Transaction transaction, String id, String column, @Nullable Object value)
      throws SQLException {
    transaction.update("UPDATE runs SET " + column + " = ? WHERE id = ?", value, id);
  }

  static <T> Optional<T> optional(
      Transaction transaction, String id, String column, Function<String, T> parse)
      throws SQLException {
    return transaction
        .first("SELECT * FROM runs WHERE id = ?", row -> row.optionalText(column).map(parse), id)
        .flatMap(value -> value);
  }

  public static void status(
      Transaction transaction, String id, RunStatus status, @Nullable Instant finished)
      throws SQLException {
    transaction.update(
        "UPDATE runs SET status = ?, finished = ? WHERE id = ?", status.label(), finished, id);
  }

  /** Deletes a run with its rows in all tables. */
  public static void delete(Transaction transaction, String id) throws SQLException {
    transaction.update("DELETE FROM runs WHERE id = ?", id);
  }

  /**
   * An id that no run and no folder has yet: kernel, date and time, and {@code -2} or higher if
   * taken.
   *
   * @param store the file beside which the runs' folders lie
   */
  public static String freeId(
      Transaction transaction, Path store, String kernel, Instant now, ZoneId zone)
      throws SQLException {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(zone);
    String id = RunRecord.named(kernel) + "-" + format.format(now);
    String free = id;
    for (int n = 2; exists(transaction, free) || Files.exists(store.resolveSibling(free)); n++) {
      free = id + "-" + n;
    }
    return free;
  }

  /** Newest first. */
  public static List<StoredRun> all(Transaction transaction) throws SQLException {
    return transaction.query(
        "SELECT * FROM runs ORDER BY started DESC, rowid DESC", row -> run(transaction, row));
  }

  public static Optional<StoredRun> latest(Transaction transaction) throws SQLException {
    return transaction.first(
        "SELECT * FROM runs ORDER BY started DESC, rowid DESC LIMIT 1",
        row -> run(transaction, row));
  }

  /** Runs that share a fleet, in the order in which they began. */
  public static List<StoredRun> fleet(Transaction transaction, String first) throws SQLException {
    return transaction.query(
        "SELECT * FROM runs WHERE fleet = ?1 OR id = ?1 ORDER BY started, rowid",
        row -> run(transaction, row),
        first);
  }

  /** Runs whose id begins with a prefix; only the run with exactly this id if there is one. */
  public static List<StoredRun> beginningWith(Transaction transaction, String prefix)
      throws SQLException {
    List<StoredRun> found =
        transaction.query(
            "SELECT * FROM runs WHERE substr(id, 1, length(?1)) = ?1 ORDER BY started, rowid",
            row -> run(transaction, row),
            prefix);
    List<StoredRun> exact = found.stream().filter(run -> run.id().equals(prefix)).toList();
    return exact.isEmpty() ? found : exact;
  }

  private static StoredRun run(Transaction transaction, Row row) throws SQLException {
    String id = RunRecord.requireId(row.text("id"));
    var subject =
        new Subject(
            row.text("kernel"),
            row.text("folder"),
            row.text("source_hash"),
            row.text("backend"),
            StoredJson.parameters(row.text("parameters")),
            StoredJson.configuration(row.text("default_configuration")),
            workloads(transaction, id),
            row.optionalText("arithmetic").flatMap(label -> Labelled.find(Arithmetic.class, label)),
            row.optionalText("macros").map(StoredJson::macros).orElse(WrittenMacros.NONE));
    return new StoredRun(
        new RunRecord(
            id,
            subject,
            RecordColumns.read(Provenance.class, row, Map.of()),
            row.text("job"),
            row.whole("seed"),
            row.optionalText("objective").map(StoredJson::objective).orElse(Objective.DEFAULT),
            row.instant("started")),
        status(row),
        row.optionalInstant("finished"),
        Duration.ofNanos(row.whole("spent_nanos")),
        row.optionalText("time_budget").map(StoredJson::timeBudget).orElse(TimeBudget.NONE),
        row.optionalText("ending").map(RunEnding::ofStored));
  }

  /** Status of a run; an interrupted run without an end time was killed. */
  private static RunStatus status(Row row) throws SQLException {
    RunStatus status = Labelled.find(RunStatus.class, row.text("status")).orElseThrow();
    return status == RunStatus.INTERRUPTED && row.optionalInstant("finished").isEmpty()
        ? RunStatus.KILLED
        : status;
  }

  private static List<Workload> workloads(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM shapes WHERE run = ? ORDER BY position",
        RecordColumns.of(Workload.class),
        run);
  }
}
