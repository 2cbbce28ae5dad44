package dev.evokernel.tuning.household;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.Launcher;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.spec.Host;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoreUpkeep;
import dev.evokernel.store.file.RunFolder;
import dev.evokernel.store.lock.LockOwner;
import dev.evokernel.store.lock.RunLock;
import dev.evokernel.store.run.RunStatus;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Takes runs over from another folder of results: the files first, then all rows of a run in one
 * transaction. What a kill in between leaves is a folder without rows, which the next merge
 * completes. The other folder is only read.
 *
 * @param results the folder that they go to
 */
public record RunMerge(Path results) {

  /** What became of one run. */
  public sealed interface Merged {

    /** Its id. */
    String run();

    /**
     * It is here now.
     *
     * @param hasFolder whether its files were there too
     */
    record Added(String run, boolean hasFolder) implements Merged {}

    /** It was here before, the same and complete. */
    record Known(String run) implements Merged {}

    /** It stays where it is. */
    record Refused(String run, String why) implements Merged {}
  }

  /**
   * @param other an {@code evo.db}, the folder that has one, or an archive of runs
   * @return one for each of its runs, the oldest first
   * @throws BadInputException if there are no results
   */
  public List<Merged> from(Path other) {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path folder = folder(other, temporary.folder().resolve("unpacked"));
      Path file = folder.resolve(ResultStore.FILE_NAME);
      if (isSame(file)) {
        throw new BadInputException(other + " is where the runs would go. Name another folder.");
      }
      Path copy = temporary.folder().resolve(ResultStore.FILE_NAME);
      StoreUpkeep.copy(file, copy);
      try (ResultStore here = ResultStore.open(results.resolve(ResultStore.FILE_NAME))) {
        List<StoredRun> runs;
        try (ResultStore upgraded = ResultStore.open(copy)) {
          runs = upgraded.runs().reversed();
          var merged = new ArrayList<Merged>();
          for (StoredRun run : runs) {
            merged.add(merged(run, upgraded, new RunFolder(folder.resolve(run.id())), here));
          }
          here.upkeep().adoptShared(copy);
          return merged;
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          "The files of a run cannot be copied: %s. Check the disk, and merge again: what was merged stays."
              .formatted(e.getMessage()),
          e);
    }
  }

  private static Path folder(Path other, Path unpacked) throws IOException {
    if (RunArchive.isArchive(other)) {
      RunArchive.unpack(other, Files.createDirectories(unpacked));
      return unpacked;
    }
    Path folder =
        Files.isRegularFile(other)
            ? Objects.requireNonNull(other.toAbsolutePath().getParent())
            : other;
    Path file = folder.resolve(ResultStore.FILE_NAME);
    if (!Files.exists(file) || (Files.isRegularFile(other) && !Files.isSameFile(other, file))) {
      throw new BadInputException(
          "%s is no %s, no folder of results and no archive of runs."
              .formatted(other, ResultStore.FILE_NAME));
    }
    return folder;
  }

  private boolean isSame(Path file) throws IOException {
    Path own = results.resolve(ResultStore.FILE_NAME);
    return Files.exists(own) && Files.isSameFile(own, file);
  }

  private Merged merged(StoredRun run, ResultStore other, RunFolder from, ResultStore here)
      throws IOException {
    String id = run.id();
    if (from.holder().isPresent()) {
      return new Merged.Refused(id, "it is running; merge again when it has ended");
    }
    if (here.has(id)) {
      return known(run, other, here);
    }
    try (RunLock _ =
        RunLock.acquire(
            results.resolve(id),
            LockOwner.ofThisProcess("merge of " + id, Instant.now(), Host.name(), results))) {
      copy(from.path(), results.resolve(id));
      here.upkeep().adopt(other.file(), id);
    }
    return new Merged.Added(id, from.exists());
  }

  private Merged known(StoredRun run, ResultStore other, ResultStore here) {
    String id = run.id();
    StoredRun own = here.run(id);
    if (!own.run().started().equals(run.run().started())
        || !own.subject().sourceHash().equals(run.subject().sourceHash())
        || !own.provenance().host().equals(run.provenance().host())) {
      return new Merged.Refused(id, "another run has this name here");
    }
    if (own.status() == RunStatus.RUNNING) {
      return new Merged.Refused(id, "it is running here");
    }
    long ours = here.overview(id).candidates();
    long theirs = other.overview(id).candidates();
    return theirs > ours
        ? new Merged.Refused(
            id,
            "it went on elsewhere: %d candidates there, %d here. To take that one, remove this first: %s"
                .formatted(
                    theirs,
                    ours,
                    Launcher.command("rm " + Printable.word(id) + Launcher.results(results))))
        : new Merged.Known(id);
  }

  /** What is there already was copied by a merge that was killed; each file is whole. */
  private static void copy(Path from, Path to) throws IOException {
    for (Path file : RunArchive.files(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      if (!Files.exists(target)) {
        Path folder = Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Path draft = Files.createTempFile(folder, ".", ".tmp");
        Files.copy(
            file, draft, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
