package dev.evokernel.store.table;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Arithmetic;
import dev.evokernel.store.record.Commit;
import dev.evokernel.store.record.Provenance;
import dev.evokernel.store.run.RunDeviceRecord;
import dev.evokernel.store.run.RunEnding;
import dev.evokernel.store.run.RunLimits;
import dev.evokernel.store.run.RunRecord;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.store.run.Subject;
import dev.evokernel.store.run.TimeBudget;
import dev.evokernel.store.run.Workload;
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
    RunLimits limits = RunLimits.of(run.job());
    transaction.insert(
        """
        runs (id, kernel, folder, source_hash, backend, device_id, device_model, driver,
          architecture, compiler, host, git_commit, git_dirty, evo_version, seed, job, objective,
          parameters, default_configuration, default_fingerprint, started, arithmetic, macros,
          fleet, traits, wall_nanos, evaluations, status)\
        """,
        run.id(),
        subject.kernel(),
        subject.folder(),
        subject.sourceHash(),
        subject.backend(),
        provenance.device().id(),
        provenance.device().model(),
        provenance.device().driver(),
        provenance.architecture(),
        provenance.compiler(),
        provenance.host(),
        provenance.commit().map(Commit::hash),
        provenance.commit().map(Commit::dirty),
        provenance.evoVersion(),
        run.seed(),
        run.job(),
        StoredJson.of(run.objective()),
        StoredJson.ofParameters(subject.parameters()),
        StoredJson.of(subject.defaultConfiguration()),
        subject.defaultConfiguration().fingerprint(),
        run.started(),
        subject.arithmetic().map(Arithmetic::label),
        Optional.of(subject.macros())
            .filter(macros -> !macros.texts().isEmpty())
            .map(StoredJson::of),
        provenance.fleet(),
        provenance.traits(),
        limits.wall().map(Duration::toNanos),
        limits.evaluations(),
        RunStatus.RUNNING.label());
    int position = 0;
    for (Workload workload : subject.workloads()) {
      transaction.insert(
          "shapes (run, position, name, dimensions, flops, bytes, cache)",
          run.id(),
          position++,
          workload.shape().name(),
          StoredJson.of(workload.shape()),
          workload.flops(),
          workload.bytes(),
          workload.shape().cache().label());
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

  /** Replaces the text of a run's job, and the columns with its numbers. */
  public static void job(Transaction transaction, String id, String job) throws SQLException {
    RunLimits limits = RunLimits.of(job);
    transaction.update(
        "UPDATE runs SET job = ?, wall_nanos = ?, evaluations = ? WHERE id = ?",
        job,
        limits.wall().map(Duration::toNanos),
        limits.evaluations(),
        id);
  }

  public static RunLimits limits(Transaction transaction, String id) throws SQLException {
    return transaction
        .first(
            "SELECT wall_nanos, evaluations FROM runs WHERE id = ?",
            row ->
                new RunLimits(
                    row.optionalText("wall_nanos").map(Long::valueOf).map(Duration::ofNanos),
                    row.optionalText("evaluations").map(Long::valueOf)),
            id)
        .orElseThrow();
  }

  /** Fills the columns of {@link #limits} in a file in which only the text of a job has them. */
  public static void fillLimits(Transaction transaction) throws SQLException {
    for (String id : ids(transaction)) {
      job(transaction, id, optional(transaction, id, "job", text -> text).orElseThrow());
    }
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
            provenance(row),
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

  public static Provenance provenance(Row row) throws SQLException {
    boolean dirty = row.truth("git_dirty");
    return new Provenance(
        device(row),
        row.text("compiler"),
        row.text("host"),
        row.optionalText("git_commit").map(hash -> new Commit(hash, dirty)),
        row.text("evo_version"),
        row.optionalText("architecture"),
        row.optionalText("fleet"),
        row.optionalText("traits"),
        row.optionalText("merged").isPresent());
  }

  /** Reads columns {@code device_id}, {@code device_model} and {@code driver}. */
  public static DeviceIdentity device(Row row) throws SQLException {
    return new DeviceIdentity(row.text("device_id"), row.text("device_model"), row.text("driver"));
  }

  private static List<Workload> workloads(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM shapes WHERE run = ? ORDER BY position", RunTable::workload, run);
  }

  /**
   * Reads columns {@code name}, {@code dimensions}, {@code flops}, {@code bytes} and {@code cache}.
   */
  public static Workload workload(Row row) throws SQLException {
    return new Workload(
        StoredJson.shape(
            row.text("name"),
            row.text("dimensions"),
            CacheState.ofLabel(row.text("cache")).orElseThrow()),
        row.real("flops"),
        row.real("bytes"));
  }

  public static void putDevice(Transaction transaction, String run, RunDeviceRecord device)
      throws SQLException {
    transaction.put(
        "run_devices (run, number, host, device_id, model, joined, relative, left, why)",
        run,
        device.number(),
        device.host(),
        device.id(),
        device.model(),
        device.joined(),
        device.relative(),
        device.left(),
        device.why());
  }

  public static List<RunDeviceRecord> devices(Transaction transaction, String run)
      throws SQLException {
    return transaction.query(
        "SELECT * FROM run_devices WHERE run = ? ORDER BY number",
        row ->
            new RunDeviceRecord(
                row.integer("number"),
                row.text("host"),
                row.text("device_id"),
                row.text("model"),
                row.instant("joined"),
                row.optionalReal("relative").stream().boxed().findFirst(),
                row.optionalInstant("left"),
                row.text("why")),
        run);
  }
}
