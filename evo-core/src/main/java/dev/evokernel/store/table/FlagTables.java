package dev.evokernel.store.table;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.record.DriftCheck;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.store.record.RecoveryCheck;
import dev.evokernel.store.record.Suspect;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Tables {@code exclusions}, {@code drift_checks}, {@code suspects} and {@code recovery_checks}:
 * findings after measurements.
 */
public final class FlagTables {

  private FlagTables() {}

  public static void insert(Transaction transaction, String run, Exclusion exclusion)
      throws SQLException {
    transaction.put(
        "exclusions (run, candidate, reason, shape, message, at)",
        run,
        exclusion.candidate(),
        exclusion.why().reason().label(),
        exclusion.why().shape(),
        exclusion.why().message(),
        exclusion.at());
  }

  public static void insert(Transaction transaction, String run, DriftCheck check)
      throws SQLException {
    transaction.insert(
        "drift_checks (run, device, evaluations, at, ratio, sound, spent_nanos)",
        run,
        check.device(),
        check.evaluations(),
        check.at(),
        check.ratio(),
        check.sound(),
        check.spent().toNanos());
  }

  public static void insert(Transaction transaction, String run, Suspect suspect)
      throws SQLException {
    transaction.put(
        "suspects (run, candidate, settled, objective, at)",
        run,
        suspect.candidate(),
        suspect.settled(),
        suspect.objective(),
        suspect.at());
  }

  public static FlaggedCandidates of(Transaction transaction, String run) throws SQLException {
    return new FlaggedCandidates(
        exclusions(transaction, run), driftChecks(transaction, run), suspects(transaction, run));
  }

  static List<Exclusion> exclusions(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM exclusions WHERE run = ? ORDER BY candidate",
        row ->
            new Exclusion(
                row.integer("candidate"),
                new Rejected(
                    Rejection.ofLabel(row.text("reason")), row.text("shape"), row.text("message")),
                row.instant("at")),
        run);
  }

  static List<DriftCheck> driftChecks(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM drift_checks WHERE run = ? ORDER BY rowid",
        row ->
            new DriftCheck(
                row.integer("device"),
                row.whole("evaluations"),
                row.instant("at"),
                row.real("ratio"),
                row.truth("sound"),
                Duration.ofNanos(row.whole("spent_nanos"))),
        run);
  }

  static List<Suspect> suspects(Transaction transaction, String run) throws SQLException {
    return transaction.query(
        "SELECT * FROM suspects WHERE run = ? ORDER BY candidate",
        row ->
            new Suspect(
                row.integer("candidate"),
                row.truth("settled"),
                row.optionalReal("objective"),
                row.instant("at")),
        run);
  }

  public static void insert(Transaction transaction, String run, RecoveryCheck check)
      throws SQLException {
    transaction.insert(
        "recovery_checks (run, process, at, tries, ratio, spent_nanos)",
        run,
        check.process(),
        check.at(),
        check.tries(),
        check.ratio(),
        check.spent().toNanos());
  }

  public static List<RecoveryCheck> recoveryChecks(Transaction transaction, String run)
      throws SQLException {
    return transaction.query(
        "SELECT * FROM recovery_checks WHERE run = ? ORDER BY rowid", FlagTables::check, run);
  }

  private static RecoveryCheck check(Row row) throws SQLException {
    return new RecoveryCheck(
        row.integer("process"),
        row.instant("at"),
        row.integer("tries"),
        row.real("ratio"),
        Duration.ofNanos(row.whole("spent_nanos")));
  }
}
