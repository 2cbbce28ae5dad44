package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Database.Allowance;
import dev.evokernel.store.Database.Durability;
import dev.evokernel.store.StoredBaseline.BaselineSession;

/**
 * The result database {@code results/evo.db}. Thread-safe.
 *
 * <p>A process that writes to a run holds the run's {@linkplain RunFolder#lock lock}; several runs
 * may write at a time. Every method throws {@link EnvironmentException} with a remedy when the file
 * or its disk fails.
 */
public final class ResultStore implements AutoCloseable {

  public static final String FILE_NAME = "evo.db";

  private final Database database;
  private final References references;

  private ResultStore(Database database) {
    this.database = database;
    this.references = new References(database.file());
  }

  /** Opens a file for reading and writing; creates the file and its folder if missing. */
  public static ResultStore open(Path file) {
    return open(file, Allowance.USUAL);
  }

  public static ResultStore open(Path file, Allowance allowance) {
    return new ResultStore(Database.open(file, allowance));
  }

  /** Opens an existing file for reading, also during a run; upgrades a file of an older version. */
  public static ResultStore openReadOnly(Path file) {
    return new ResultStore(Database.openReadOnly(file));
  }

  /** Opens an existing file for reading, also during a run; refuses a file of an older version. */
  public static ResultStore openAsItIs(Path file) {
    return new ResultStore(Database.openAsItIs(file));
  }

  /** Creates a store in memory, which is lost when it is closed. */
  public static ResultStore inMemory(Path folder) {
    return new ResultStore(Database.inMemory(folder.resolve(FILE_NAME)));
  }

  public Path file() {
    return database.file();
  }

  /**
   * An id that no run and no folder has yet: kernel, date and time, and {@code -2} or higher if
   * taken.
   */
  public String freeId(String kernel, Instant now, ZoneId zone) {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(zone);
    String id = RunRecord.named(kernel) + "-" + format.format(now);
    String free = id;
    for (int n = 2; has(free) || Files.exists(file().resolveSibling(free)); n++) {
      free = id + "-" + n;
    }
    return free;
  }

  /**
   * Answers a query of a user.
   *
   * @param select a SELECT on the tables of the file and on a table of the caller
   * @param table the caller's table: its name and columns, for example {@code study(job, run)}
   * @param rows of the caller's table, at least one
   * @throws EnvironmentException if SQLite does not understand the query
   */
  public Answer answer(String select, String table, List<List<Object>> rows) {
    return database.read(transaction -> transaction.answer(select, table, rows));
  }

  private void change(String run, Consumer<Transaction> change) {
    database.change(run, Durability.PROCESS, change);
  }

  public void begin(RunRecord run) {
    begin(run, List.of());
  }

  /**
   * Records the start of a run and its initial configurations, in one transaction.
   *
   * @throws IllegalArgumentException if the id is taken
   */
  public void begin(RunRecord run, List<StoredInitialConfiguration> initialConfigurations) {
    database.write(
        Durability.PROCESS,
        transaction -> {
          if (RunTable.exists(transaction, run.id())) {
            throw new IllegalArgumentException("Run '" + run.id() + "' already exists.");
          }
          interruptAbandoned(transaction, run.id());
          RunTable.insert(transaction, run);
          int position = 1;
          for (StoredInitialConfiguration initial : initialConfigurations) {
            RunEvents.put(transaction, run.id(), initial, Map.of("position", position++));
          }
        });
  }

  /**
   * Records that a run is resumed, and returns its {@linkplain #pagedHistory(String) paged
   * history}. Candidates without an evaluation were in flight when the run stopped; one of them may
   * be the cause.
   *
   * @param reference an id, a unique prefix of one, or {@code latest}
   */
  public RunHistory resume(String reference) {
    StoredRun run = run(reference);
    return resume(run.id(), run.run().job());
  }

  /** Resumes a run by its id with another job, for example with a greater budget. */
  public RunHistory resume(String id, String job) {
    database.change(
        id,
        Durability.PROCESS,
        transaction -> {
          interruptAbandoned(transaction, id);
          RunTable.job(transaction, id, job);
          transaction.update(
              "UPDATE runs SET status = 'running', ending = NULL, finished = NULL WHERE id = ?",
              id);
        });
    return pagedHistory(id);
  }

  /**
   * Journals that a candidate is about to be launched. The disk has the entry when this method
   * returns, so that even a candidate that crashes the machine is known afterwards.
   */
  public void attempt(String run, Proposal proposal) {
    database.change(
        run, Durability.MACHINE, transaction -> CandidateTable.attempt(transaction, run, proposal));
  }

  /** Withdraws an attempt that ended for a reason other than the candidate. */
  public void withdraw(String run, Proposal proposal) {
    database.write(
        Durability.PROCESS,
        transaction ->
            transaction.update(
                "UPDATE candidates SET attempts = max(0, attempts - 1) WHERE run = ? AND number = ?",
                run,
                proposal.number()));
  }

  /** Records the evaluation of a candidate, attempted or not, and returns the candidate. */
  public Candidate record(String run, Proposal proposal, Evaluation evaluation) {
    change(run, transaction -> CandidateTable.record(transaction, run, proposal, evaluation));
    return new Candidate(run, proposal, 1, Optional.of(evaluation));
  }

  /** Records the wall time of a run and its use, over all sessions of the run. */
  public void spent(String run, Duration spent, TimeBudget budget) {
    change(
        run,
        transaction ->
            transaction.update(
                "UPDATE runs SET spent_nanos = ?, time_budget = ? WHERE id = ?",
                spent.toNanos(),
                StoredJson.of(budget),
                run));
  }

  /**
   * Runs that share a fleet, in the order in which they began; only the given run if it has no
   * fleet.
   */
  public List<StoredRun> fleetOf(String run) {
    return database.read(
        transaction -> {
          StoredRun member = run(transaction, run);
          String first = member.provenance().fleet().orElse(member.id());
          return RunTable.runs(
                  transaction, "WHERE fleet = ?1 OR id = ?1 ORDER BY started, rowid", first)
              .stream()
              .map(this::settled)
              .toList();
        });
  }

  /** Records the finals, in place of finals of an earlier session. */
  public void recordFinals(String run, FinalsDecision finals) {
    change(run, transaction -> RunTable.replaceFinals(transaction, run, finals));
  }

  /** Records baselines timed beside a run's finalists, in place of those of an earlier session. */
  public void recordBaselines(
      String run,
      BaselineSession session,
      List<Workload> workloads,
      List<BaselineReading> readings) {
    change(
        run, transaction -> MeasuredTables.insert(transaction, run, session, workloads, readings));
  }

  /**
   * Records the end of a run.
   *
   * @param status {@link RunStatus#FINISHED} or {@link RunStatus#INTERRUPTED}
   * @param ending empty after a failure
   * @param spent wall time over all sessions of the run
   */
  public void finish(
      String run, RunStatus status, Optional<RunEnding> ending, Duration spent, Instant finished) {
    database.change(
        run,
        Durability.MACHINE,
        transaction ->
            transaction.update(
                "UPDATE runs SET spent_nanos = ?, ending = ?, status = ?, finished = ? WHERE id = ?",
                spent.toNanos(),
                ending.map(RunEnding::stored),
                status.label(),
                finished,
                run));
  }

  public boolean has(String run) {
    return database.read(transaction -> RunTable.exists(transaction, run));
  }

  /** All runs, newest first. */
  public List<StoredRun> runs() {
    return database
        .read(transaction -> RunTable.runs(transaction, References.NEWEST_FIRST))
        .stream()
        .map(this::settled)
        .toList();
  }

  /**
   * Finds a run.
   *
   * @param reference an id, a unique prefix of one, or {@code latest}
   * @throws UnknownRecordException if no run or several runs match
   */
  public StoredRun run(String reference) {
    return database.read(transaction -> run(transaction, reference));
  }

  private StoredRun run(Transaction transaction, String reference) {
    return settled(references.run(transaction, reference));
  }

  /** Turns a running run whose lock is free into a killed one. */
  private StoredRun settled(StoredRun run) {
    return run.status() == RunStatus.RUNNING && folder(run.id()).holder().isEmpty()
        ? run.abandoned()
        : run;
  }

  public RunHistory history(String reference) {
    return database.read(
        transaction -> {
          StoredRun run = run(transaction, reference);
          return RunOverview.history(
              transaction, run, CandidateTable.candidates(transaction, "run = ?", run.id()));
        });
  }

  /**
   * Reads the history of a long run. Candidates are read page by page on access, while this store
   * is open.
   *
   * @param reference as for {@link #run}
   */
  public RunHistory pagedHistory(String reference) {
    return pagedHistory(reference, Optional.empty());
  }

  /**
   * Reads a run's history as {@link #pagedHistory(String)}, with the {@linkplain
   * RunHistory#outlines outlines} of one device's candidates.
   *
   * @param device its number within the run; empty for all devices
   */
  public RunHistory pagedHistory(String reference, Optional<Integer> device) {
    return database.read(
        transaction -> {
          StoredRun run = run(transaction, reference);
          List<Integer> numbers =
              transaction.query(
                  "SELECT number FROM candidates WHERE run = ? ORDER BY number",
                  row -> row.integer("number"),
                  run.id());
          return RunOverview.history(
              transaction,
              run,
              new PagedCandidates(database, run.id(), device, Optional.empty(), numbers));
        });
  }

  public RunOverview overview(String reference) {
    return database.read(transaction -> RunOverview.of(transaction, run(transaction, reference)));
  }

  /** Opens a view of a run that may still go on. */
  public LiveRun live(String reference) {
    return new LiveRun(database, transaction -> run(transaction, reference));
  }

  public List<Candidate> candidates(String run) {
    return database.read(
        transaction ->
            CandidateTable.candidates(
                transaction, "run = ?", references.run(transaction, run).id()));
  }

  /**
   * Finds a candidate.
   *
   * @param reference {@code RUN/NUMBER}, the run as for {@link #run}
   * @throws UnknownRecordException if there is no such candidate
   */
  public Candidate candidate(String reference) {
    return database.read(transaction -> references.candidate(transaction, reference));
  }

  /** Findings about a run's candidates after their measurement. Takes the full id. */
  public FlaggedCandidates flags(String run) {
    return database.read(transaction -> RunEvents.flags(transaction, run));
  }

  private void interruptAbandoned(Transaction transaction, String except) {
    transaction
        .query(
            "SELECT id FROM runs WHERE status = 'running' AND id <> ?",
            row -> row.text("id"),
            except)
        .stream()
        .filter(id -> RunRecord.isId(id) && folder(id).holder().isEmpty())
        .forEach(
            id ->
                transaction.update(
                    "UPDATE runs SET status = 'interrupted', finished = NULL WHERE id = ?", id));
  }

  /** Events of a run besides evaluations. Takes the full id. */
  public RunEvents events(String run) {
    return new RunEvents(database, run);
  }

  public StoredLeaderboard leaderboard() {
    return new StoredLeaderboard(database);
  }

  /** Records baselines measured outside any run. */
  public void recordBaselines(
      BaselineSession session, List<Workload> workloads, List<BaselineReading> readings) {
    database.write(
        Durability.PROCESS,
        transaction -> MeasuredTables.insert(transaction, null, session, workloads, readings));
  }

  /**
   * Baselines of a kernel on a device model, from runs and sessions outside runs. The latest
   * session is first; within a session the order is that of measurement.
   */
  public List<StoredBaseline> baselines(String kernel, String deviceModel) {
    return database.read(transaction -> MeasuredTables.of(transaction, kernel, deviceModel));
  }

  public void recordLimits(MeasuredLimits limits) {
    database.write(Durability.PROCESS, transaction -> MeasuredTables.insert(transaction, limits));
  }

  /** Latest limits of a device model under the same driver. */
  public Optional<MeasuredLimits> limits(String backend, DeviceIdentity device) {
    return database.read(transaction -> MeasuredTables.limits(transaction, backend, device));
  }

  public StoreUpkeep upkeep() {
    return new StoreUpkeep(database);
  }

  /**
   * Folder of a run's files.
   *
   * @throws IllegalArgumentException if the text is no {@linkplain RunRecord#isId id of a run}
   */
  public RunFolder folder(String run) {
    return new RunFolder(file().resolveSibling(RunRecord.requireId(run)));
  }

  @Override
  public void close() {
    database.close();
  }
}
