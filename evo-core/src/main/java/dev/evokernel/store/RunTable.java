package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.stats.Objective;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tables {@code runs} and {@code shapes}. */
final class RunTable {

  private RunTable() {}

  static void insert(Transaction transaction, RunRecord run) throws SQLException {
    Subject subject = run.subject();
    Provenance provenance = run.provenance();
    transaction.update(
        """
        INSERT INTO runs (id, kernel, folder, source_hash, backend, device_id, device_model, driver,
          architecture, compiler, host, git_commit, git_dirty, evo_version, seed, job, objective,
          parameters, default_configuration, default_fingerprint, started, arithmetic, macros,
          fleet, status)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running')\
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
        provenance.fleet());
    int position = 0;
    for (Workload workload : subject.workloads()) {
      transaction.update(
          "INSERT INTO shapes (run, position, name, dimensions, flops, bytes, cache)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?)",
          run.id(),
          position++,
          workload.shape().name(),
          StoredJson.of(workload.shape()),
          workload.flops(),
          workload.bytes(),
          workload.shape().cache().label());
    }
  }

  static boolean exists(Transaction transaction, String id) throws SQLException {
    return transaction.number("SELECT count(*) FROM runs WHERE id = ?", id) > 0;
  }

  /** The ids of the runs that say they are running. */
  static List<String> running(Transaction transaction) throws SQLException {
    return transaction.query("SELECT id FROM runs WHERE status = 'running'", row -> row.text("id"));
  }

  static int status(
      Transaction transaction, String id, RunStatus status, @Nullable Instant finished)
      throws SQLException {
    return transaction.update(
        "UPDATE runs SET status = ?, finished = ? WHERE id = ?", status.label(), finished, id);
  }

  static int ending(Transaction transaction, String id, Optional<RunEnding> ending)
      throws SQLException {
    return transaction.update(
        "UPDATE runs SET ending = ? WHERE id = ?", ending.map(RunEnding::stored), id);
  }

  static int spent(Transaction transaction, String id, Duration spent) throws SQLException {
    return transaction.update("UPDATE runs SET spent_nanos = ? WHERE id = ?", spent.toNanos(), id);
  }

  static int job(Transaction transaction, String id, String job) throws SQLException {
    return transaction.update("UPDATE runs SET job = ? WHERE id = ?", job, id);
  }

  /** With everything that belongs to it in other tables. */
  static int delete(Transaction transaction, String id) throws SQLException {
    return transaction.update("DELETE FROM runs WHERE id = ?", id);
  }

  static int timeBudget(Transaction transaction, String id, TimeBudget budget) throws SQLException {
    return transaction.update(
        "UPDATE runs SET time_budget = ? WHERE id = ?", StoredJson.of(budget), id);
  }

  static int verdict(Transaction transaction, String id, String verdict) throws SQLException {
    return transaction.update("UPDATE runs SET verdict = ? WHERE id = ?", verdict, id);
  }

  static Optional<String> verdict(Transaction transaction, String id) throws SQLException {
    return transaction
        .query("SELECT verdict FROM runs WHERE id = ?", row -> row.optionalText("verdict"), id)
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  static int portfolio(Transaction transaction, String id, Optional<String> portfolio)
      throws SQLException {
    return transaction.update("UPDATE runs SET portfolio = ? WHERE id = ?", portfolio, id);
  }

  static Optional<String> portfolio(Transaction transaction, String id) throws SQLException {
    return transaction
        .query("SELECT portfolio FROM runs WHERE id = ?", row -> row.optionalText("portfolio"), id)
        .stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Newest first. */
  static List<StoredRun> all(Transaction transaction) throws SQLException {
    return transaction.query(
        "SELECT * FROM runs ORDER BY started DESC, rowid DESC", row -> run(transaction, row));
  }

  static Optional<StoredRun> latest(Transaction transaction) throws SQLException {
    return transaction
        .query(
            "SELECT * FROM runs ORDER BY started DESC, rowid DESC LIMIT 1",
            row -> run(transaction, row))
        .stream()
        .findFirst();
  }

  /** Those that share the fleet of a run, itself among them, in the order in which they began. */
  static List<StoredRun> fleet(Transaction transaction, String first) throws SQLException {
    return transaction.query(
        "SELECT * FROM runs WHERE fleet = ?1 OR id = ?1 ORDER BY started, rowid",
        row -> run(transaction, row),
        first);
  }

  /** An exact id stands alone, even where it begins others. */
  static List<StoredRun> beginningWith(Transaction transaction, String prefix) throws SQLException {
    List<StoredRun> found =
        transaction.query(
            "SELECT * FROM runs WHERE substr(id, 1, length(?1)) = ?1 ORDER BY started, rowid",
            row -> run(transaction, row),
            prefix);
    List<StoredRun> exact = found.stream().filter(run -> run.id().equals(prefix)).toList();
    return exact.isEmpty() ? found : exact;
  }

  private static StoredRun run(Transaction transaction, Row row) throws SQLException {
    String id = row.text("id");
    var subject =
        new Subject(
            row.text("kernel"),
            row.text("folder"),
            row.text("source_hash"),
            row.text("backend"),
            StoredJson.parameters(row.text("parameters")),
            StoredJson.configuration(row.text("default_configuration")),
            workloads(transaction, id),
            row.optionalText("arithmetic").flatMap(Arithmetic::ofLabel),
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

  /** A process that stops a run says when; one that was killed could not. */
  private static RunStatus status(Row row) throws SQLException {
    RunStatus status = RunStatus.ofLabel(row.text("status"));
    return status == RunStatus.INTERRUPTED && row.optionalInstant("finished").isEmpty()
        ? RunStatus.KILLED
        : status;
  }

  /** Of the columns of table {@code runs}. */
  static Provenance provenance(Row row) throws SQLException {
    boolean dirty = row.truth("git_dirty");
    return new Provenance(
        device(row),
        row.text("compiler"),
        row.text("host"),
        row.optionalText("git_commit").map(hash -> new Commit(hash, dirty)),
        row.text("evo_version"),
        row.optionalText("architecture"),
        row.optionalText("fleet"));
  }

  /** Of columns {@code device_id}, {@code device_model} and {@code driver}. */
  static DeviceIdentity device(Row row) throws SQLException {
    return new DeviceIdentity(row.text("device_id"), row.text("device_model"), row.text("driver"));
  }

  private static List<Workload> workloads(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM shapes WHERE run = ? ORDER BY position", RunTable::workload, run);
  }

  /**
   * Of columns {@code name}, {@code dimensions}, {@code flops}, {@code bytes} and {@code cache}.
   */
  static Workload workload(Row row) throws SQLException {
    return new Workload(
        StoredJson.shape(
            row.text("name"),
            row.text("dimensions"),
            CacheState.ofLabel(row.text("cache")).orElseThrow()),
        row.real("flops"),
        row.real("bytes"));
  }
}
