package dev.evokernel.health;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;

/**
 * Exclusive right to measure on one device: a {@link FileLock} shared by all processes of the
 * machine, independent of user and results folder.
 *
 * <p>The lock files lie in the folder {@code EVO_LOCKS}, else in {@code /run/lock} if every user
 * may write there, else in the temporary folder. The choice depends on the machine only, so that
 * all users choose the same folder. Containers that share a device must share the folder.
 */
public final class DeviceLock {

  private static final Path RUN_LOCK = Path.of("/run/lock");
  private static final Duration TICK = Duration.ofSeconds(1);

  private DeviceLock() {}

  public static Path folder(Map<String, String> environment) {
    String named = environment.getOrDefault("EVO_LOCKS", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    return isWritableByAll(RUN_LOCK) ? RUN_LOCK : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static boolean isWritableByAll(Path folder) {
    try {
      return Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  public static Path file(Path folder, Backend backend, DeviceIdentity device) {
    return folder.resolve(
        "evo-" + backend.physicalName(device).replaceAll("[^A-Za-z0-9.-]", "-") + ".lock");
  }

  /**
   * Takes the lock, waiting for it if necessary.
   *
   * @param patience time to wait for a held lock; zero to fail at once
   * @throws EnvironmentException if the lock is held for longer, or the file cannot be written
   */
  public static FileLock acquire(
      Path file,
      String device,
      Supplier<LockOwner> owner,
      Duration patience,
      Pause pause,
      Consumer<String> news)
      throws InterruptedException {
    Duration left = patience;
    while (true) {
      switch (ask(file, owner.get())) {
        case FileLock.Answer.Granted(FileLock lock) -> {
          return lock;
        }
        case FileLock.Answer.Held held -> {
          if (!left.isPositive()) {
            throw refused(device, held, patience);
          }
          if (left.equals(patience)) {
            news.accept(inUse(device, held) + "; waiting for it to end.");
          }
          Duration tick = left.compareTo(TICK) < 0 ? left : TICK;
          pause.sleep(tick);
          left = left.minus(tick);
        }
      }
    }
  }

  private static EnvironmentException refused(
      String device, FileLock.Answer.Held held, Duration patience) {
    return new EnvironmentException(
        ("%s. Two runs on one device disturb each other's times."
                + " %s, stop that run, or choose another device.")
            .formatted(
                inUse(device, held),
                patience.isPositive() ? "Wait longer" : "Wait for it with --wait or --wait 30m"));
  }

  /** Describes the owner of a device's lock; empty if the lock is free. */
  public static Optional<String> owner(Path file) {
    try {
      return FileLock.look(file).map(DeviceLock::name);
    } catch (IOException e) {
      return Optional.of(
          "an unknown process (" + file + " cannot be read: " + e.getMessage() + ")");
    }
  }

  private static FileLock.Answer ask(Path file, LockOwner owner) {
    try {
      Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
      return FileLock.ask(file, owner);
    } catch (IOException e) {
      throw new EnvironmentException(
          ("The device's lock cannot be taken: %s. Check the permissions of %s,"
                  + " or set EVO_LOCKS to one other folder for all users of the device.")
              .formatted(e, file),
          e);
    }
  }

  private static String inUse(String device, FileLock.Answer.Held held) {
    return "Device " + device + " is in use by " + name(held);
  }

  private static String name(FileLock.Answer.Held held) {
    return held.by().map(LockOwner::toString).orElse("another process");
  }
}
