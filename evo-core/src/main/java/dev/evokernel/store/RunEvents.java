package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.Database.Durability;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;

/**
 * Events of a run besides evaluations: devices join, leave and are checked; candidates are
 * excluded; configurations migrate from other runs on the same fleet.
 */
public record RunEvents(Database database, String run) {

  private record Rows(String table, String order, Durability durability) {}

  private static final Map<Class<? extends Record>, Rows> TABLES =
      Map.of(
          Exclusion.class, new Rows("exclusions", "candidate", Durability.PROCESS),
          Suspect.class, new Rows("suspects", "candidate", Durability.PROCESS),
          DriftCheck.class, new Rows("drift_checks", "rowid", Durability.PROCESS),
          RecoveryCheck.class, new Rows("recovery_checks", "rowid", Durability.PROCESS),
          RunDeviceRecord.class, new Rows("run_devices", "number", Durability.PROCESS),
          StoredMigrant.class, new Rows("migrants", "bred", Durability.MACHINE),
          StoredInitialConfiguration.class,
              new Rows("initial_configurations", "position", Durability.PROCESS));

  private static Rows rows(Class<?> type) {
    return Objects.requireNonNull(TABLES.get(type), type.getName());
  }

  static void put(Transaction transaction, String run, Record event, Map<String, Integer> further) {
    var row = RecordColumns.row(event);
    row.putFirst("run", run);
    row.putAll(further);
    transaction.put(rows(event.getClass()).table(), row);
  }

  static <R extends Record> List<R> all(Transaction transaction, String run, Class<R> type) {
    return transaction.query(
        "SELECT * FROM %s WHERE run = ? ORDER BY %s"
            .formatted(rows(type).table(), rows(type).order()),
        RecordColumns.of(type),
        run);
  }

  static FlaggedCandidates flags(Transaction transaction, String run) {
    return new FlaggedCandidates(
        all(transaction, run, Exclusion.class),
        all(transaction, run, DriftCheck.class),
        all(transaction, run, Suspect.class));
  }

  /**
   * Records an event: an {@link Exclusion}, a {@link RecoveryCheck}, a {@link StoredMigrant}, or a
   * {@link RunDeviceRecord} when the device joined, left or measured the default.
   */
  public void record(Record event) {
    database.change(
        run,
        rows(event.getClass()).durability(),
        transaction -> put(transaction, run, event, Map.of()));
  }

  /** Events of one kind: devices by number, migrants in the order of their arrival. */
  public <R extends Record> List<R> all(Class<R> type) {
    return database.read(transaction -> all(transaction, run, type));
  }

  /** Records a drift check with its suspects, in one transaction. */
  public void driftCheck(DriftCheck check, List<Suspect> suspects) {
    database.change(
        run,
        Durability.PROCESS,
        transaction -> {
          put(transaction, run, check, Map.of());
          suspects.forEach(suspect -> put(transaction, run, suspect, Map.of()));
        });
  }

  /** Records the candidates that the search learns next, after a number of outcomes. */
  public void learns(int learnt, List<Integer> candidates) {
    database.change(
        run,
        Durability.PROCESS,
        transaction ->
            transaction.update(
                "INSERT OR REPLACE INTO learning_order VALUES (?, ?, ?)",
                run,
                learnt,
                StoredJson.of(candidates)));
  }

  /** Candidates that {@link #learns} recorded, by the number of known outcomes. */
  public Map<Integer, List<Integer>> learningOrder() {
    var order = new HashMap<Integer, List<Integer>>();
    return database.read(
        transaction -> {
          transaction.each(
              "SELECT * FROM learning_order WHERE run = ?",
              row -> order.put(row.integer("learnt"), StoredJson.numbers(row.text("candidates"))),
              run);
          return order;
        });
  }

  /**
   * Configuration that a run's search took over from another run; a resumed run takes over the same
   * ones.
   *
   * @param bred number of configurations that the run had proposed after the initial ones
   * @param origin for example {@code run gemm-20261120-193205/12 on NVIDIA L4}
   */
  public record StoredMigrant(int bred, Configuration configuration, String origin) {}
}
