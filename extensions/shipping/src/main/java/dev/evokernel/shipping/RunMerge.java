package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.spec.Host;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoreUpkeep;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.TemporaryFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Import of runs from another results folder, which is only read. The files of a run are copied
 * first, then all its rows in one transaction. A kill in between leaves a folder without rows,
 * which the next merge completes.
 */
public record RunMerge(Path results) {

  public sealed interface Merged {

    String run();

    /**
     * The run was imported.
     *
     * @param without what of the run's folder was not imported; empty for nothing
     * @param claims where it was measured, if not on this host; such times are claims
     */
    record Added(String run, Optional<String> without, Optional<String> claims) implements Merged {}

    /** The run was present before, with the same content. */
    record Known(String run) implements Merged {}

    record Refused(String run, String why) implements Merged {}
  }

  /**
   * @param other an {@code evo.db}, the folder that has one, or an archive of runs
   * @return an outcome for each run, the oldest first
   * @throws BadInputException if there are no results
   */
  public List<Merged> from(Path other) {
    try (TemporaryFolder temporary = TemporaryFolder.make()) {
      Path folder = folder(other, temporary.folder().resolve("unpacked"));
      Path file = folder.resolve(ResultStore.FILE_NAME);
      if (isSame(file)) {
        throw new BadInputException(
            other + " is the destination itself. Name another folder to merge from.");
      }
      Path copy = temporary.folder().resolve(ResultStore.FILE_NAME);
      StoreUpkeep.copy(file, copy);
      try (ResultStore upgraded = ResultStore.open(copy)) {
        requireIds(other, upgraded.upkeep().foreignNames());
        List<StoredRun> runs = upgraded.runs().reversed();
        try (ResultStore here = ResultStore.open(results.resolve(ResultStore.FILE_NAME))) {
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
          "Cannot copy the files of a run: %s. Check the disk and merge again; merged runs are kept."
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Refuses names that could lead to folders other than a run's. */
  private static void requireIds(Path other, List<String> foreign) {
    if (!foreign.isEmpty()) {
      throw new BadInputException(
          "%s has a run called '%s', which evo never names so: ids of runs look like gemm-20261120-193205. Nothing was merged. Do not trust the file.",
          other, Printable.line(foreign.getFirst()));
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
          "%s is neither %s nor a results folder nor an archive of runs.",
          other, ResultStore.FILE_NAME);
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
      return new Merged.Refused(id, "still running; merge again after its end");
    }
    if (here.has(id)) {
      return known(run, other, here);
    }
    if (!RunArchive.links(results.resolve(id)).isEmpty()) {
      return new Merged.Refused(id, "its folder here has symbolic links; remove them first");
    }
    try (var _ =
        new RunFolder(results.resolve(id))
            .lock(LockOwner.ofThisProcess("merge of " + id, Instant.now(), Host.name(), results))) {
      copy(from.path(), results.resolve(id));
      here.upkeep().adopt(other.file(), id, !run.provenance().host().equals(Host.name()));
    }
    return new Merged.Added(id, RunArchive.leftOut(from.path()), claims(run, here));
  }

  /** Says where a run of another host was measured, and how its device differs from one here. */
  private static Optional<String> claims(StoredRun run, ResultStore here) {
    Provenance there = run.provenance();
    if (there.host().equals(Host.name())) {
      return Optional.empty();
    }
    String device =
        here.runs().stream()
            .map(StoredRun::provenance)
            .filter(own -> !own.merged())
            .map(own -> own.device().model() + own.traits().map(" with "::concat).orElse(""))
            .distinct()
            .collect(Collectors.joining(", "));
    String model = there.device().model() + there.traits().map(" with "::concat).orElse("");
    return Optional.of(
        "measured by %s on %s%s"
            .formatted(
                there.host(),
                model,
                device.isEmpty() || device.equals(model) ? "" : "; here: " + device));
  }

  private Merged known(StoredRun run, ResultStore other, ResultStore here) {
    String id = run.id();
    StoredRun own = here.run(id);
    if (!own.run().started().equals(run.run().started())
        || !own.subject().sourceHash().equals(run.subject().sourceHash())
        || !own.provenance().host().equals(run.provenance().host())) {
      return new Merged.Refused(id, "another run here has this name");
    }
    if (own.status() == RunStatus.RUNNING) {
      return new Merged.Refused(id, "still running here");
    }
    long ours = here.overview(id).candidates();
    long theirs = other.overview(id).candidates();
    return theirs > ours
        ? new Merged.Refused(
            id,
            "continued elsewhere: %d candidates there, %d here. To take the longer run, first remove the one here: %s"
                .formatted(
                    theirs,
                    ours,
                    Launcher.command("runs rm " + Printable.word(id) + Launcher.results(results))))
        : new Merged.Known(id);
  }

  /** Copies missing files. An earlier, killed merge left only complete files. */
  private static void copy(Path from, Path to) throws IOException {
    for (Path file : RunArchive.files(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      if (!Files.exists(target)) {
        AtomicFile.draft(
            target,
            draft ->
                Files.copy(
                    file,
                    draft,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES,
                    LinkOption.NOFOLLOW_LINKS));
      }
    }
  }

  @ExtensionCommand.Under(value = "runs", andAlone = true)
  @Command(
      name = "merge",
      description =
          "Copies runs from other results: their rows, their folders, and the limits of their"
              + " devices. Runs of other hosts are claims and seeds until measured here. Existing"
              + " runs stay unchanged; the other results are only read.",
      exitCodeList = {
        "0:all runs are in the results",
        "1:a run was skipped; its line shows the reason",
        "2:bad input"
      })
  public static final class MergeCommand implements Callable<Integer>, ExtensionCommand {

    @Parameters(
        paramLabel = "OTHER",
        arity = "1..*",
        description = "Results folders, their evo.db, or archives of runs.")
    private List<Path> others = List.of();

    @Option(
        names = "--results",
        paramLabel = "FOLDER",
        defaultValue = "results",
        description = "Results folder to merge into (default: ${DEFAULT-VALUE}).")
    private Path results = Path.of("results");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      boolean all = true;
      for (Path other : others) {
        for (Merged merged : new RunMerge(results).from(other)) {
          out.println(line(merged));
          all &= !(merged instanceof Merged.Refused);
        }
        out.flush();
      }
      return all ? 0 : 1;
    }

    private static String line(Merged merged) {
      return switch (merged) {
        case Merged.Added(String run, Optional<String> without, Optional<String> claims) ->
            "added     "
                + run
                + without.map(": without "::concat).orElse("")
                + claims.map(" as claims: "::concat).orElse("");
        case Merged.Known(String run) -> "known     " + run;
        case Merged.Refused(String run, String why) -> "skipped   " + run + ": " + why;
      };
    }
  }
}
