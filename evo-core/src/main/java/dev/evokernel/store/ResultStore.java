package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Database.Durability;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code results/evo.db}. Safe for use by several threads.
 *
 * <p>A process that writes to a run holds its {@link RunLock}; several runs may write at a time.
 * Every method throws {@link EnvironmentException} when the file or its disk fails, with a message
 * that says what to do.
 */
public final class ResultStore implements AutoCloseable {

  /** The file's name within a results folder. */
  public static final String FILE_NAME = "evo.db";

  private final Database database;
  private final References references;

  private ResultStore(Database database) {
    this.database = database;
    this.references = new References(database.file());
  }

  /** Opens a file for reading and writing; makes it, and its folder, where there is none. */
  public static ResultStore open(Path file) {
    return open(file, Allowance.USUAL);
  }

  /** Opens a file under other limits than {@link Allowance#USUAL}. */
  public static ResultStore open(Path file, Allowance allowance) {
    return new ResultStore(Database.open(file, allowance));
  }

  /** Opens an existing file for reading, also while a run writes to it. */
  public static ResultStore openReadOnly(Path file) {
    return new ResultStore(Database.openReadOnly(file));
  }

  /**
   * Opens an existing file for reading as it is, also while a run writes to it: one of an older
   * version is not brought up to date but refused.
   */
  public static ResultStore openAsItIs(Path file) {
    return new ResultStore(Database.openAsItIs(file));
  }

  /**
   * A store that is gone when it is closed.
   *
   * @param folder the folder of the runs' files
   */
  public static ResultStore inMemory(Path folder) {
    return new ResultStore(Database.inMemory(folder.resolve(FILE_NAME)));
  }

  public Path file() {
    return database.file();
  }

  /**
   * An id that no run and no folder has yet, for example {@code gemm-20261120-193205}.
   *
   * @param zone of the date and time in the id
   */
  public String freeId(String kernel, Instant now, ZoneId zone) {
    return database.read(transaction -> FreeRunId.of(transaction, file(), kernel, now, zone));
  }

  /**
   * Records that a run begins.
   *
   * @throws IllegalArgumentException if there is a run with its id
   */
  public void begin(RunRecord run) {
    begin(run, List.of());
  }

  /**
   * Records that a run begins and its initial configurations, in one transaction.
   *
   * @param initialConfigurations in the order of generation 0, after the default
   * @throws IllegalArgumentException if there is a run with its id
   */
  public void begin(RunRecord run, List<StoredInitialConfiguration> initialConfigurations) {
    database.write(
        Durability.PROCESS,
        transaction -> {
          if (RunTable.exists(transaction, run.id())) {
            throw new IllegalArgumentException("There is a run '" + run.id() + "' already.");
          }
          interruptAbandoned(transaction, run.id());
          RunTable.insert(transaction, run);
          InitialConfigurationTable.insert(transaction, run.id(), initialConfigurations);
        });
  }

  /**
   * Records that a run goes on, and returns its history, as {@link #pagedHistory}. Candidates
   * without an evaluation were being evaluated when it stopped, and one of them may have caused
   * that.
   *
   * @param reference an id, a unique beginning of one, or {@code latest}
   */
  public RunHistory resume(String reference) {
    StoredRun run = run(reference);
    return resume(run.id(), run.run().job());
  }

  /**
   * The same with another job, such as one with a greater budget.
   *
   * @param id of the run
   */
  public RunHistory resume(String id, String job) {
    database.change(
        id,
        Durability.PROCESS,
        transaction -> {
          interruptAbandoned(transaction, id);
          RunTable.job(transaction, id, job);
          RunTable.ending(transaction, id, Optional.empty());
          RunTable.status(transaction, id, RunStatus.RUNNING, null);
        });
    return pagedHistory(id);
  }

  /**
   * Journals that a candidate is about to be launched. When this returns the disk has it, so that
   * even a candidate that takes the machine down is known by name afterwards.
   */
  public void attempt(String run, Proposal proposal) {
    database.change(
        run, Durability.MACHINE, transaction -> CandidateTable.attempt(transaction, run, proposal));
  }

  /** Takes back an attempt that ended for a reason other than the candidate. */
  public void withdraw(String run, Proposal proposal) {
    database.write(
        Durability.PROCESS, transaction -> CandidateTable.withdraw(transaction, run, proposal));
  }

  /** Records how a candidate ended, whether or not it was ever attempted. */
  public void record(String run, Proposal proposal, Evaluation evaluation) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> CandidateTable.record(transaction, run, proposal, evaluation));
  }

  /**
   * Records how much wall time a run has used, and where it went.
   *
   * @param spent over all its sessions
   * @param budget over all its sessions
   */
  public void spent(String run, Duration spent, TimeBudget budget) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> {
          RunTable.spent(transaction, run, spent);
          RunTable.timeBudget(transaction, run, budget);
        });
  }

  /**
   * The runs that share a fleet, in the order in which they began; the one alone where none does.
   *
   * @param run one of them, as for {@link #run}
   */
  public List<StoredRun> fleetOf(String run) {
    return database.read(
        transaction -> {
          StoredRun one = run(transaction, run);
          return RunTable.fleet(transaction, one.provenance().fleet().orElse(one.id())).stream()
              .map(this::settled)
              .toList();
        });
  }

  /** Records the finals; those of an earlier session are replaced. */
  public void recordFinals(String run, FinalsDecision finals) {
    database.change(
        run, Durability.PROCESS, transaction -> FinalsTable.replace(transaction, run, finals));
  }

  /**
   * Records the baselines that were timed beside a run's finalists; those of an earlier session are
   * replaced.
   *
   * @param workloads of the run's shapes
   */
  public void recordBaselines(
      String run,
      BaselineSession session,
      List<Workload> workloads,
      List<BaselineReading> readings) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> BaselineTable.replace(transaction, run, session, workloads, readings));
  }

  /**
   * Records that a run is over.
   *
   * @param status {@link RunStatus#FINISHED} or {@link RunStatus#INTERRUPTED}
   * @param ending empty after a failure
   * @param spent wall time over all its sessions
   */
  public void finish(
      String run, RunStatus status, Optional<RunEnding> ending, Duration spent, Instant finished) {
    database.change(
        run,
        Durability.MACHINE,
        transaction -> {
          RunTable.spent(transaction, run, spent);
          RunTable.ending(transaction, run, ending);
          RunTable.status(transaction, run, status, finished);
        });
  }

  /** Whether a run of this id has begun. */
  public boolean has(String run) {
    return database.read(transaction -> RunTable.exists(transaction, run));
  }

  /** All runs, newest first. */
  public List<StoredRun> runs() {
    return database.read(RunTable::all).stream().map(this::settled).toList();
  }

  public Optional<StoredRun> latest() {
    return database.read(RunTable::latest).map(this::settled);
  }

  /**
   * @param reference an id, a unique beginning of one, or {@code latest}
   * @throws UnknownRecordException if there is none, or more than one
   */
  public StoredRun run(String reference) {
    return database.read(transaction -> run(transaction, reference));
  }

  private StoredRun run(Transaction transaction, String reference) throws SQLException {
    return settled(references.run(transaction, reference));
  }

  /** A run that says it is running, and whose lock is free, was left by a process that ended. */
  private StoredRun settled(StoredRun run) {
    return run.status() == RunStatus.RUNNING && folder(run.id()).holder().isEmpty()
        ? run.abandoned()
        : run;
  }

  /**
   * All that is known of a run.
   *
   * @param reference as for {@link #run}
   */
  public RunHistory history(String reference) {
    return database.read(transaction -> HistoryQuery.of(transaction, run(transaction, reference)));
  }

  /**
   * The same of a long run: its candidates are read page by page whenever they are asked for, while
   * this store is open.
   *
   * @param reference as for {@link #run}
   */
  public RunHistory pagedHistory(String reference) {
    return pagedHistory(reference, Optional.empty());
  }

  /**
   * The same, of which {@link RunHistory#outlines} and what is found by them are those of the
   * candidates that one device evaluated.
   *
   * @param device its number within the run
   */
  public RunHistory pagedHistory(String reference, int device) {
    return pagedHistory(reference, Optional.of(device));
  }

  private RunHistory pagedHistory(String reference, Optional<Integer> device) {
    return database.read(
        transaction -> {
          StoredRun run = run(transaction, reference);
          int[] numbers = CandidateTable.numbers(transaction, run.id());
          return HistoryQuery.of(
              transaction,
              run,
              new PagedCandidates(database, run.id(), device, Optional.empty(), numbers));
        });
  }

  /**
   * The smallest p50 on each shape in a run, in nanoseconds; none where nothing was measured.
   *
   * @param run its id in full
   */
  public Map<String, Double> fastest(String run) {
    return database.read(transaction -> OutlineQuery.fastest(transaction, run));
  }

  /**
   * What a report on a run needs.
   *
   * @param reference as for {@link #run}
   */
  public RunOverview overview(String reference) {
    return database.read(transaction -> OverviewQuery.of(transaction, run(transaction, reference)));
  }

  /**
   * What a run that may go on does just now.
   *
   * @param reference as for {@link #run}
   */
  public LiveRun live(String reference) {
    return new LiveRun(database, transaction -> run(transaction, reference));
  }

  /**
   * @param run as for {@link #run}
   */
  public List<Candidate> candidates(String run) {
    return database.read(
        transaction -> CandidateTable.of(transaction, references.run(transaction, run).id()));
  }

  /**
   * @param reference {@code RUN/NUMBER}, the run as for {@link #run}
   * @throws UnknownRecordException if there is no such candidate
   */
  public Candidate candidate(String reference) {
    return database.read(transaction -> references.candidate(transaction, reference));
  }

  /**
   * The candidate of a run with a number.
   *
   * @param run its id in full
   * @throws UnknownRecordException if there is no such candidate
   */
  public Candidate candidate(String run, int number) {
    return database.read(
        transaction ->
            CandidateTable.one(transaction, run, number)
                .orElseThrow(() -> References.unknown(run, number)));
  }

  /**
   * What was found about a run's candidates after they were measured.
   *
   * @param run its id in full
   */
  public FlaggedCandidates flags(String run) {
    return database.read(transaction -> FlagTables.of(transaction, run));
  }

  private void interruptAbandoned(Transaction transaction, String but) throws SQLException {
    for (String id : RunTable.running(transaction)) {
      if (!id.equals(but) && folder(id).holder().isEmpty()) {
        RunTable.status(transaction, id, RunStatus.INTERRUPTED, null);
      }
    }
  }

  /**
   * What happens in a run besides evaluations.
   *
   * @param run its id in full
   */
  public RunEvents events(String run) {
    return new RunEvents(database, run);
  }

  /** The finalists of all runs, ranked. */
  public StoredLeaderboard leaderboard() {
    return new StoredLeaderboard(database);
  }

  /** Baselines and devices' limits. */
  public SharedMeasurements shared() {
    return new SharedMeasurements(database);
  }

  /** Takes runs over from another file, and forgets them. */
  public StoreUpkeep upkeep() {
    return new StoreUpkeep(database);
  }

  /** Where a run's files are. */
  public RunFolder folder(String run) {
    return new RunFolder(file().resolveSibling(run));
  }

  @Override
  public void close() {
    database.close();
  }
}
