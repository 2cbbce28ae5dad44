package dev.evokernel.shipping;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.ExtensionCommand;
import dev.evokernel.cli.ResultsOption;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoreUpkeep;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * ZIP archive of runs. The archive is a results folder with only these runs: it can be unpacked and
 * shown, or merged directly. Links, which can point outside a run's folder, are never followed.
 */
public final class RunArchive {

  private static final int MOST_ENTRIES = 50_000;
  private static final long MOST_BYTES = 100_000_000_000L;

  /** Bytes for each byte of an archive; texts and databases of runs need 10 to 50. */
  private static final long MOST_BYTES_FOR_ONE = 200;

  /** Bytes that an archive of any size may unpack to. */
  private static final long FEW_BYTES = 50_000_000;

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private RunArchive() {}

  static boolean isArchive(Path file) {
    return file.getFileName().toString().endsWith(".zip") && Files.isRegularFile(file);
  }

  /**
   * Packs runs into a file. A failure leaves no partial file.
   *
   * @param runs the runs in their current state
   * @return a sentence for each run whose links are left out
   * @throws BadInputException if a run is running, or the file exists
   */
  public static List<String> write(ResultStore store, List<StoredRun> runs, Path file) {
    for (StoredRun run : runs) {
      if (run.status() == RunStatus.RUNNING) {
        throw new BadInputException(
            "Run '%s' is running. Stop the run first, or archive it after its end.", run.id());
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
      AtomicFile.draft(target, draft -> pack(store, runs, database, draft));
      var without = new ArrayList<String>();
      for (StoredRun run : runs) {
        leftOut(store.folder(run.id()).path())
            .ifPresent(what -> without.add("Run " + run.id() + " is without " + what + "."));
      }
      return without;
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
    return found(
        folder,
        path -> Files.isRegularFile(path, NOFOLLOW_LINKS) && !path.endsWith(RunFolder.LOCK));
  }

  /** Links in the folder of a run; the folder itself if it is one. */
  static List<Path> links(Path folder) throws IOException {
    return found(folder, Files::isSymbolicLink);
  }

  private static List<Path> found(Path folder, Predicate<Path> condition) throws IOException {
    if (!Files.exists(folder, NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(condition).sorted().toList();
    }
  }

  /** Names what of a run's folder is in no archive and in no copy. */
  static Optional<String> leftOut(Path folder) throws IOException {
    boolean isMissing = !Files.exists(folder, NOFOLLOW_LINKS);
    int links = links(folder).size();
    return isMissing || links > 0
        ? Optional.of(isMissing ? "its missing folder" : "the targets of %d links".formatted(links))
        : Optional.empty();
  }

  private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
    var entry = new ZipEntry(name);
    entry.setLastModifiedTime(Files.getLastModifiedTime(file));
    zip.putNextEntry(entry);
    try (InputStream content = Files.newInputStream(file, NOFOLLOW_LINKS)) {
      content.transferTo(zip);
    }
    zip.closeEntry();
  }

  /**
   * Unpacks an archive.
   *
   * @param into an existing folder; nothing is written outside
   * @throws BadInputException if the file is damaged or too large, or is no archive of runs
   */
  static void unpack(Path file, Path into) {
    try (var bytes = new BufferedInputStream(Files.newInputStream(file));
        var zip = new ZipInputStream(bytes)) {
      long most = Math.clamp(MOST_BYTES_FOR_ONE * Files.size(file), FEW_BYTES, MOST_BYTES);
      long left = most;
      int entries = 0;
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into) || CONTROL.matcher(entry.getName()).find()) {
          throw new BadInputException(
              "%s is no archive of runs: its entry '%s' lies outside, or has control characters.",
              file, Printable.line(entry.getName()));
        }
        if (!entry.isDirectory()) {
          Files.createDirectories(Objects.requireNonNull(target.getParent()));
          left -= copy(zip, target, left);
        }
        if (left < 0 || ++entries > MOST_ENTRIES) {
          throw new BadInputException(
              "%s is too large for an archive of runs: more than %s. Unpack it by hand if you trust it, and merge the folder.",
              file, left < 0 ? Units.bytes(most) : MOST_ENTRIES + " files and folders");
        }
      }
    } catch (ZipException | FileAlreadyExistsException | IllegalArgumentException e) {
      throw new BadInputException(file + " is damaged: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be unpacked: " + e.getMessage() + ".", e);
    }
    if (!Files.exists(into.resolve(ResultStore.FILE_NAME))) {
      throw new BadInputException(
          file + " is no archive of runs: no " + ResultStore.FILE_NAME + " inside.");
    }
  }

  private static long copy(InputStream from, Path to, long most) throws IOException {
    long copied = 0;
    try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.CREATE_NEW)) {
      byte[] chunk = new byte[1 << 16];
      for (int read = from.read(chunk); read >= 0 && copied <= most; read = from.read(chunk)) {
        out.write(chunk, 0, read);
        copied += read;
      }
    }
    return copied;
  }

  @ExtensionCommand.Under(value = "runs", andAlone = true)
  @Command(
      name = "archive",
      description =
          "Packs runs into a ZIP file: a results folder with only these runs, to unpack and view"
              + " anywhere, or to merge.")
  public static final class ArchiveCommand implements Runnable, ExtensionCommand {

    @Parameters(
        paramLabel = "RUN",
        arity = "1..*",
        description = "Names of runs, their prefixes, or 'latest'.")
    private List<String> references = List.of();

    @Option(
        names = "--to",
        paramLabel = "FILE",
        description = "Archive to write (default: the first run's name with .zip, in this folder).")
    private @Nullable Path to;

    @Mixin private ResultsOption results = new ResultsOption();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      try (ResultStore store = results.open()) {
        List<StoredRun> runs = references.stream().map(store::run).distinct().toList();
        Path file = to == null ? Path.of(runs.getFirst().id() + ".zip") : to;
        List<String> without = RunArchive.write(store, runs, file);
        out.printf(
            "%s  %s, %d %s%n",
            Launcher.shown(file),
            Units.bytes(file.toFile().length()),
            runs.size(),
            runs.size() == 1 ? "run" : "runs");
        without.forEach(out::println);
        out.println(
            "To view:  "
                + Launcher.command("runs merge " + Launcher.path(file) + " --results FOLDER"));
        out.flush();
      }
    }
  }
}
