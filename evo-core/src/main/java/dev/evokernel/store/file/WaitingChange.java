package dev.evokernel.store.file;

import dev.evokernel.store.sql.StoreFailure;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Change that waits for its transaction. Guarded by the lock of its {@link Database}. */
final class WaitingChange {

  private final Database.Durability durability;
  private final Database.Change change;
  private boolean over;
  private @Nullable Throwable failure;

  WaitingChange(Database.Durability durability, Database.Change change) {
    this.durability = durability;
    this.change = change;
  }

  Database.Durability durability() {
    return durability;
  }

  Database.Change change() {
    return change;
  }

  void made() {
    over = true;
  }

  void failed(Throwable why) {
    over = true;
    failure = why;
  }

  boolean isOver() {
    return over;
  }

  /** Throws the failure of a finished change. */
  void requireMade(Path file) {
    switch (failure) {
      case null -> {}
      case SQLException e -> throw StoreFailure.of(e, file);
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
