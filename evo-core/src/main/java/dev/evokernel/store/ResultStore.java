package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.Database.Change;
import dev.evokernel.store.Database.Durability;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code results/evo.db}. Safe for use by several threads.
 *
 * <p>Whoever writes to a run holds its {@link RunLock}; several runs may write at a time. Every
 * method throws {@link EnvironmentException} when the file or its disk fails, with a message that
 * says what to do.
 */
public final class ResultStore implements AutoCloseable {

  /** The file's name within a results folder. */
  public static final String FILE_NAME = "evo.db";

  private final Database database;

  private ResultStore(Database database) {
    this.database = database;
  }

  /** Opens a file for reading and writing; makes it, and its folder, where there is none. */
  public static ResultStore open(Path file) {
    return open(file, Allowance.USUAL);
  }

  /** The same with less patience or room than usual. */
  public static ResultStore open(Path file, Allowance allowance) {
    return new ResultStore(Database.open(file, allowance));
  }

  /** Opens an existing file for reading, also while a run writes to it. */
  public static ResultStore openReadOnly(Path file) {
    return new ResultStore(Database.openReadOnly(file));
  }

  public Path file() {
    return database.file();
  }

  /**
   * An id that no run and no folder has yet, for example {@code gemm-20261120-193205}.
   *
   * @param zone in which people read the time
   */
  public String freeId(String kernel, Instant now, ZoneId zone) {
    String id =
        kernel + "-" + DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(zone).format(now);
    return database.read(
        session -> {
          String free = id;
          for (int n = 2; RunTable.exists(session, free) || Files.exists(folder(free)); n++) {
            free = id + "-" + n;
          }
          return free;
        });
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
   * Records that a run begins, and with which seeds: both or neither.
   *
   * @param seeds in the order of generation 0, after the default
   * @throws IllegalArgumentException if there is a run with its id
   */
  public void begin(RunRecord run, List<StoredInitialConfiguration> seeds) {
    write(
        session -> {
          if (RunTable.exists(session, run.id())) {
            throw new IllegalArgumentException("There is a run '" + run.id() + "' already.");
          }
          interruptAbandoned(session, run.id());
          RunTable.insert(session, run);
          InitialConfigurationTable.insert(session, run.id(), seeds);
        });
  }

  /**
   * Records that a run goes on, and gives back how far it came. Candidates without an evaluation
   * are those it was busy with when it stopped: one of them may be why.
   *
   * @param reference an id, a unique beginning of one, or {@code latest}
   */
  public RunHistory resume(String reference) {
    String id = run(reference).id();
    write(
        session -> {
          interruptAbandoned(session, id);
          RunTable.status(session, id, RunStatus.RUNNING, null);
        });
    return history(id);
  }

  /**
   * Journals that a candidate is about to be launched. When this returns the disk has it, so that
   * even a candidate that takes the machine down is known by name afterwards.
   */
  public void attempt(String run, CandidateProposal proposal) {
    change(run, Durability.MACHINE, session -> CandidateTable.attempt(session, run, proposal));
  }

  /** Takes an attempt back that was broken off for no fault of the candidate. */
  public void withdraw(String run, CandidateProposal proposal) {
    write(session -> CandidateTable.withdraw(session, run, proposal));
  }

  /** Records how a candidate ended, whether or not it was ever attempted. */
  public void record(String run, CandidateProposal proposal, Evaluation evaluation) {
    change(
        run,
        Durability.PROCESS,
        session -> CandidateTable.record(session, run, proposal, evaluation));
  }

  /**
   * Records how much wall time a run has used, and where it went.
   *
   * @param spent over all its sessions
   * @param budget over all its sessions
   */
  public void spent(String run, Duration spent, TimeBudget budget) {
    change(
        run,
        Durability.PROCESS,
        session -> {
          RunTable.spent(session, run, spent);
          RunTable.timeBudget(session, run, budget);
        });
  }

  /** Records that a fresh device process found the device as it was. */
  public void checked(String run, RecoveryCheck check) {
    change(run, Durability.PROCESS, session -> RecoveryCheckTable.insert(session, run, check));
  }

  /** Records that a candidate may not lead. */
  public void exclude(String run, Exclusion exclusion) {
    change(run, Durability.PROCESS, session -> FlagTables.insert(session, run, exclusion));
  }

  /**
   * Records how the device was, and what that means for candidates: either everything or nothing.
   *
   * @param doubts new ones, and earlier ones that are settled
   */
  public void watched(String run, DriftCheck check, List<Suspect> doubts) {
    change(
        run,
        Durability.PROCESS,
        session -> {
          FlagTables.insert(session, run, check);
          for (Suspect doubt : doubts) {
            FlagTables.insert(session, run, doubt);
          }
        });
  }

  /** Records the finals; those of an earlier session give way. */
  public void recordFinals(String run, FinalsDecision finals) {
    change(run, Durability.PROCESS, session -> FinalsTable.replace(session, run, finals));
  }

  /**
   * Records the baselines that were timed beside a run's finalists; those of an earlier session
   * give way.
   *
   * @param workloads of the run's shapes
   */
  public void recordBaselines(
      String run,
      BaselineSession sitting,
      List<Workload> workloads,
      List<BaselineReading> readings) {
    change(
        run,
        Durability.PROCESS,
        session -> BaselineTable.replace(session, run, sitting, workloads, readings));
  }

  /** Records baselines that were measured by themselves. */
  public void recordBaselines(
      BaselineSession sitting, List<Workload> workloads, List<BaselineReading> readings) {
    write(session -> BaselineTable.insert(session, null, sitting, workloads, readings));
  }

  /**
   * What is known of a kernel's baselines on a device, in runs and outside: the latest first, and
   * within a sitting in the order in which they were measured.
   *
   * @param kernel its name
   * @param deviceModel exactly
   */
  public List<StoredBaseline> baselines(String kernel, String deviceModel) {
    return database.read(session -> BaselineTable.of(session, kernel, deviceModel));
  }

  /**
   * Records that a run is over.
   *
   * @param status {@link RunStatus#FINISHED} or {@link RunStatus#INTERRUPTED}
   * @param spent wall time over all its sessions
   */
  public void finish(String run, RunStatus status, Duration spent, Instant finished) {
    change(
        run,
        Durability.MACHINE,
        session -> {
          RunTable.spent(session, run, spent);
          RunTable.status(session, run, status, finished);
        });
  }

  /** Whether a run of this id has begun. */
  public boolean has(String run) {
    return database.read(session -> RunTable.exists(session, run));
  }

  /** All runs, newest first. */
  public List<StoredRun> runs() {
    return database.read(RunTable::all);
  }

  public Optional<StoredRun> latest() {
    return database.read(RunTable::latest);
  }

  /**
   * @param reference an id, a unique beginning of one, or {@code latest}
   * @throws UnknownRecordException if there is none, or more than one
   */
  public StoredRun run(String reference) {
    List<StoredRun> found =
        database.read(
            session ->
                reference.equals("latest")
                    ? RunTable.latest(session).stream().toList()
                    : RunTable.beginningWith(session, reference));
    return switch (found.size()) {
      case 1 -> found.getFirst();
      case 0 -> throw new UnknownRecordException(noRun(reference));
      default ->
          throw new UnknownRecordException(
              "'"
                  + reference
                  + "' begins the names of "
                  + found.size()
                  + " runs: "
                  + found.stream().map(StoredRun::id).limit(5).collect(Collectors.joining(", "))
                  + (found.size() > 5 ? " …" : "")
                  + ". Give more of the name.");
    };
  }

  private String noRun(String reference) {
    return latest()
        .map(
            run ->
                "No run '" + reference + "' in " + file() + ". The latest is '" + run.id() + "'.")
        .orElse("No run in " + file() + " yet.");
  }

  /**
   * All that is known of a run.
   *
   * @param reference as for {@link #run}
   */
  public RunHistory history(String reference) {
    String id = run(reference).id();
    return database.read(
        session -> {
          StoredRun run = RunTable.beginningWith(session, id).getFirst();
          return new RunHistory(
              run,
              CandidateTable.of(session, id),
              FinalsTable.of(session, id),
              RecoveryCheckTable.of(session, id),
              new FlaggedCandidates(
                  FlagTables.exclusions(session, id),
                  FlagTables.drift(session, id),
                  FlagTables.doubts(session, id)),
              BaselineTable.of(session, id),
              LimitsTable.of(session, run.subject().backend(), run.provenance().device()),
              InitialConfigurationTable.of(session, id));
        });
  }

  /**
   * @param run as for {@link #run}
   */
  public List<Candidate> candidates(String run) {
    String id = run(run).id();
    return database.read(session -> CandidateTable.of(session, id));
  }

  /**
   * @param reference {@code RUN/NUMBER}, the run as for {@link #run}
   * @throws UnknownRecordException if there is no such candidate
   */
  public Candidate candidate(String reference) {
    int slash = reference.lastIndexOf('/');
    String number = reference.substring(slash + 1);
    if (slash < 1 || !number.matches("[1-9][0-9]{0,8}")) {
      throw new UnknownRecordException(
          "'"
              + reference
              + "' names no candidate. Write RUN/NUMBER, for example "
              + latest().map(StoredRun::id).orElse("gemm-20261120-193205")
              + "/1.");
    }
    String id = run(reference.substring(0, slash)).id();
    return database
        .read(session -> CandidateTable.one(session, id, Integer.parseInt(number)))
        .orElseThrow(
            () -> new UnknownRecordException("Run '" + id + "' has no candidate " + number + "."));
  }

  /** Records what a device was found able to do; what was found earlier stays beside it. */
  public void measured(MeasuredLimits limits) {
    write(session -> LimitsTable.insert(session, limits));
  }

  /** What a device of this model was found able to do last, under the same driver. */
  public Optional<MeasuredLimits> limits(String backend, DeviceIdentity device) {
    return database.read(session -> LimitsTable.of(session, backend, device));
  }

  /** Ranked by p50 within each kernel, device model and shape. */
  public List<LeaderboardEntry> leaderboard(Filter filter) {
    return database.read(session -> LeaderboardQuery.run(session, filter));
  }

  /**
   * What runs decided for in their finals: their champions, and defaults that stayed. Ranked as on
   * the leaderboard, where finalists that merely happened to be fast on one shape stand between
   * them.
   *
   * @param kernel its name
   * @param deviceModel exactly
   */
  public List<LeaderboardEntry> decided(String kernel, String deviceModel) {
    List<LeaderboardEntry> standings = everyone(kernel, deviceModel);
    Set<String> won =
        standings.stream()
            .filter(one -> one.role().filter(Role.CHAMPION::equals).isPresent())
            .map(LeaderboardEntry::run)
            .collect(Collectors.toSet());
    return standings.stream()
        .filter(
            one ->
                one.role().stream()
                    .anyMatch(
                        role ->
                            role == Role.CHAMPION
                                || (role == Role.DEFAULT && !won.contains(one.run()))))
        .toList();
  }

  /** All that finals measured of a kernel on a device. */
  public List<LeaderboardEntry> finals(String kernel, String deviceModel) {
    return everyone(kernel, deviceModel).stream().filter(one -> one.role().isPresent()).toList();
  }

  private List<LeaderboardEntry> everyone(String kernel, String deviceModel) {
    var filter =
        new Filter(Optional.of(kernel), Optional.empty(), Optional.empty(), Integer.MAX_VALUE);
    return leaderboard(filter).stream()
        .filter(one -> one.device().model().equals(deviceModel))
        .toList();
  }

  /** Whoever wrote a run that says it is running, and has no lock, is gone. */
  private void interruptAbandoned(Transaction session, String but) throws SQLException {
    for (String id : RunTable.running(session)) {
      if (!id.equals(but) && !RunLock.isHeld(folder(id))) {
        RunTable.status(session, id, RunStatus.INTERRUPTED, null);
      }
    }
  }

  private Path folder(String run) {
    return file().resolveSibling(run);
  }

  private void change(String run, Durability durability, Change change) {
    database.write(
        durability,
        session -> {
          if (!RunTable.exists(session, run)) {
            throw new IllegalArgumentException("No run '" + run + "' has begun in " + file() + ".");
          }
          change.on(session);
        });
  }

  private void write(Change change) {
    database.write(Durability.PROCESS, change);
  }

  @Override
  public void close() {
    database.close();
  }
}
