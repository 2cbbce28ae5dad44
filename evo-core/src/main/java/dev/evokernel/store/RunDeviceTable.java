package dev.evokernel.store;

import java.sql.SQLException;
import java.util.List;

/** Table {@code run_devices}. */
final class RunDeviceTable {

  static final String DEFINITION =
      """
      CREATE TABLE run_devices (
        run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK (number >= 0),
        host TEXT NOT NULL, device_id TEXT NOT NULL, model TEXT NOT NULL,
        joined TEXT NOT NULL,
        relative REAL,
        left TEXT, why TEXT NOT NULL,
        PRIMARY KEY (run, number)
      ) STRICT\
      """;

  private RunDeviceTable() {}

  static void put(Transaction transaction, String run, RunDeviceRecord device) throws SQLException {
    transaction.update(
        """
        INSERT OR REPLACE INTO run_devices (run, number, host, device_id, model, joined, relative,
          left, why)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """,
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

  /** By number. */
  static List<RunDeviceRecord> of(Transaction transaction, String run) throws SQLException {
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
