package dev.evokernel.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Names new runs by their kernel and by when they began. */
final class FreeRunId {

  private FreeRunId() {}

  /**
   * For example {@code gemm-20261120-193205}, and with {@code -2} where that is taken.
   *
   * @param store the file that the runs' folders lie beside; none of them may have the id either
   */
  static String of(Transaction transaction, Path store, String kernel, Instant now, ZoneId zone)
      throws SQLException {
    String id =
        RunRecord.named(kernel)
            + "-"
            + DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(zone).format(now);
    String free = id;
    for (int n = 2;
        RunTable.exists(transaction, free) || Files.exists(store.resolveSibling(free));
        n++) {
      free = id + "-" + n;
    }
    return free;
  }
}
