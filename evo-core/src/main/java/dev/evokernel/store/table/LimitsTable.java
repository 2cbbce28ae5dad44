package dev.evokernel.store.table;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.store.run.MeasuredLimits;
import dev.evokernel.store.run.MeasuredLimits.Figure;
import dev.evokernel.store.sql.RecordColumns;
import dev.evokernel.store.sql.Transaction;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** Tables {@code limits} and {@code figures}: measured limits of devices. */
public final class LimitsTable {

  private LimitsTable() {}

  public static void insert(Transaction transaction, MeasuredLimits limits) throws SQLException {
    transaction.insert("limits", RecordColumns.row(limits));
    long id = transaction.number("SELECT last_insert_rowid()");
    int position = 0;
    for (Figure figure : limits.figures()) {
      var row = RecordColumns.row(figure);
      row.put("limits", id);
      row.put("position", position++);
      transaction.insert("figures", row);
    }
  }

  /** Latest limits of a device model under one driver. */
  public static Optional<MeasuredLimits> of(
      Transaction transaction, String backend, DeviceIdentity device) throws SQLException {
    return transaction.first(
        "SELECT * FROM limits WHERE backend = ? AND device_model = ? AND driver = ?"
            + " ORDER BY measured DESC, id DESC LIMIT 1",
        row ->
            RecordColumns.read(
                MeasuredLimits.class,
                row,
                Map.of(
                    "figures",
                    transaction.query(
                        "SELECT * FROM figures WHERE limits = ? ORDER BY position",
                        RecordColumns.of(Figure.class),
                        row.whole("id")))),
        backend,
        device.model(),
        device.driver());
  }
}
