package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.store.Database.Allowance;
import dev.evokernel.store.Database.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of several threads that wait for one connection at the same time. */
final class DatabaseTest {

  private static final int THREADS = 5;

  @TempDir Path folder;

  /** What another connection sees of them before each change, and what was thrown. */
  private record Seen(List<Long> before, List<String> thrown) {}

  @Test
  void write_severalWait_shareOneTransactionInTheirOrder() {
    try (Database database = Database.open(file(), Allowance.USUAL)) {
      Seen seen = changedTogether(database, -1);
      assertThat(seen.before()).containsExactly(0L, 0L, 0L, 0L, 0L);
      assertThat(seen.thrown()).isEmpty();
      assertThat(added(database)).containsExactly("0", "1", "2", "3", "4");
    }
  }

  @Test
  void write_oneOfThoseThatWaitFails_failsAlone() {
    try (Database database = Database.open(file(), Allowance.USUAL)) {
      Seen seen = changedTogether(database, 3);
      assertThat(seen.thrown()).containsExactly("3: refused");
      assertThat(added(database)).containsExactly("0", "1", "2", "4");
    }
  }

  private Path file() {
    return folder.resolve("evo.db");
  }

  /** Threads that each add their number while the connection is taken, in this order. */
  private Seen changedTogether(Database database, int failing) {
    database.write(Durability.PROCESS, one -> one.run("CREATE TABLE added (name TEXT)"));
    var before = new ConcurrentLinkedQueue<Long>();
    var thrown = new ConcurrentLinkedQueue<String>();
    var threads = new ArrayList<Thread>();
    try (Database other = Database.openReadOnly(file())) {
      database.read(
          _ -> {
            for (int i = 0; i < THREADS; i++) {
              int number = i;
              Thread thread =
                  Thread.ofPlatform()
                      .uncaughtExceptionHandler(
                          (_, e) -> thrown.add(number + ": " + e.getMessage()))
                      .start(
                          () -> {
                            Consumer<Transaction> change =
                                within -> {
                                  before.add(count(other));
                                  within.update("INSERT INTO added VALUES (?)", "" + number);
                                  if (number == failing) {
                                    throw new IllegalArgumentException("refused");
                                  }
                                };
                            database.write(
                                number % 2 == 0 ? Durability.MACHINE : Durability.PROCESS, change);
                          });
              threads.add(thread);
              while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
            }
            return true;
          });
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new Seen(List.copyOf(before), List.copyOf(thrown));
  }

  private static long count(Database database) {
    return database.read(within -> within.number("SELECT count(*) FROM added"));
  }

  private static Stream<String> added(Database database) {
    return database
        .read(
            within ->
                within.query("SELECT name FROM added ORDER BY rowid", row -> row.text("name")))
        .stream();
  }
}
