package dev.evokernel.store.table;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.store.record.Figure;
import dev.evokernel.store.record.Quantity;
import dev.evokernel.store.run.MeasuredLimits;
import dev.evokernel.store.sql.Row;
import dev.evokernel.store.sql.StoredJson;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import java.util.Optional;

/** Tables {@code limits} and {@code figures}: measured limits of devices. */
public final class LimitsTable {

  private LimitsTable() {}

  public static void insert(Transaction transaction, MeasuredLimits limits) throws SQLException {
    transaction.insert(
        """
        limits (backend, device_id, device_model, driver, device_limits, compiler, host, measured)\
        """,
        limits.backend(),
        limits.device().id(),
        limits.device().model(),
        limits.device().driver(),
        StoredJson.of(limits.limits()),
        limits.compiler(),
        limits.host(),
        limits.measured());
    long id = transaction.number("SELECT last_insert_rowid()");
    int position = 0;
    for (Figure figure : limits.figures()) {
      transaction.insert(
          "figures (limits, position, quantity, amount, p50, samples, how, megahertz)",
          id,
          position++,
          figure.quantity().label(),
          figure.amount(),
          figure.p50(),
          figure.samples(),
          figure.how(),
          figure.megahertz());
    }
  }

  /** Latest limits of a device model under one driver. */
  public static Optional<MeasuredLimits> of(
      Transaction transaction, String backend, DeviceIdentity device) throws SQLException {
    return transaction.first(
        "SELECT * FROM limits WHERE backend = ? AND device_model = ? AND driver = ?"
            + " ORDER BY measured DESC, id DESC LIMIT 1",
        row -> limits(transaction, row),
        backend,
        device.model(),
        device.driver());
  }

  private static MeasuredLimits limits(Transaction transaction, Row row) throws SQLException {
    return new MeasuredLimits(
        row.text("backend"),
        RunTable.device(row),
        StoredJson.deviceLimits(row.text("device_limits")),
        row.text("compiler"),
        row.text("host"),
        row.instant("measured"),
        transaction.query(
            "SELECT * FROM figures WHERE limits = ? ORDER BY position",
            LimitsTable::figure,
            row.whole("id")));
  }

  private static Figure figure(Row row) throws SQLException {
    return new Figure(
        Labelled.find(Quantity.class, row.text("quantity")).orElseThrow(),
        row.real("amount"),
        row.real("p50"),
        row.integer("samples"),
        row.text("how"),
        row.optionalReal("megahertz"));
  }
}
