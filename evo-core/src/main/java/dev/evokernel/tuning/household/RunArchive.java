package dev.evokernel.tuning.household;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoreUpkeep;
import dev.evokernel.store.lock.RunLock;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * ZIP archive of runs. The archive is a results folder with only these runs: it can be unpacked and
 * shown, or merged directly.
 */
public final class RunArchive {

  private RunArchive() {}

  /** Returns whether a file is an archive, by its name. */
  static boolean isArchive(Path file) {
    return file.getFileName().toString().endsWith(".zip") && Files.isRegularFile(file);
  }

  /**
   * Packs runs into a file. A failure leaves no partial file.
   *
   * @param runs the runs in their current state
   * @throws BadInputException if a run is running, or the file exists
   */
  public static void write(ResultStore store, List<StoredRun> runs, Path file) {
    for (StoredRun run : runs) {
      if (run.status() == RunStatus.RUNNING) {
        throw new BadInputException(
            "Run '%s' is running. Stop the run first, or archive it after its end."
                .formatted(run.id()));
      }
    }
    if (Files.exists(file)) {
      throw new BadInputException(file + " exists already. Name another file: --to FILE");
    }
    Path target = file.toAbsolutePath().normalize();
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path database = temporary.folder().resolve(ResultStore.FILE_NAME);
      StoreUpkeep.copy(store.file(), database);
      try (ResultStore copy = ResultStore.open(database)) {
        copy.upkeep().keepOnly(runs.stream().map(StoredRun::id).toList());
      }
      Path folder = Files.createDirectories(Objects.requireNonNull(target.getParent()));
      Path draft = Files.createTempFile(folder, "." + target.getFileName(), ".tmp");
      try {
        pack(store, runs, database, draft);
        draft.toFile().setReadable(true, false);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          file + " cannot be written: " + e.getMessage() + ". Check the folder and the disk.", e);
    }
  }

  private static void pack(ResultStore store, List<StoredRun> runs, Path database, Path draft)
      throws IOException {
    try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(draft)))) {
      add(zip, ResultStore.FILE_NAME, database);
      for (StoredRun run : runs) {
        Path folder = store.folder(run.id()).path();
        for (Path path : files(folder)) {
          add(zip, run.id() + "/" + folder.relativize(path), path);
        }
      }
    }
  }

  /** Regular files of a run except its lock; none if the folder is gone. */
  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> Files.isRegularFile(path) && !path.endsWith(RunLock.FILE_NAME))
          .sorted()
          .toList();
    }
  }

  private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
    var entry = new ZipEntry(name);
    entry.setLastModifiedTime(Files.getLastModifiedTime(file));
    zip.putNextEntry(entry);
    Files.copy(file, zip);
    zip.closeEntry();
  }

  /**
   * Unpacks an archive.
   *
   * @param into an existing folder; nothing is written outside
   * @throws BadInputException if the file is damaged, or is no archive of runs
   */
  static void unpack(Path file, Path into) {
    try (InputStream bytes = Files.newInputStream(file);
        var zip = new ZipInputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into)) {
          throw new BadInputException(
              "%s is no archive of runs: its entry '%s' lies outside."
                  .formatted(file, entry.getName()));
        }
        if (!entry.isDirectory()) {
          Files.createDirectories(Objects.requireNonNull(target.getParent()));
          Files.copy(zip, target);
        }
      }
    } catch (ZipException e) {
      throw new BadInputException(file + " is damaged: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be unpacked: " + e.getMessage() + ".", e);
    }
    if (!Files.exists(into.resolve(ResultStore.FILE_NAME))) {
      throw new BadInputException(
          file + " is no archive of runs: no " + ResultStore.FILE_NAME + " inside.");
    }
  }
}
