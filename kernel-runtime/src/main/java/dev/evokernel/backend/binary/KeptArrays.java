package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolRun;

/**
 * Folders of arrays in the cache, expected outputs or inputs. Each folder has a list of checksums,
 * and a folder with a wrong checksum is made again.
 *
 * <p>The folder of the last failed attempt stays under a fixed name, so that its command can be run
 * by hand.
 */
public record KeptArrays(CacheFolder cache, String kind) {

  public static final String EXPECTED = "expected";
  public static final String INPUTS = "inputs";
  private static final String CHECKSUMS = "CHECKSUMS";

  @FunctionalInterface
  public interface Making {
    void into(Path folder) throws IOException;
  }

  @FunctionalInterface
  public interface Reading<T> {
    T from(Path folder) throws IOException;
  }

  /**
   * Reads the folder under this key, which is made when it is missing or damaged.
   *
   * @param preparing called on this thread; the {@link Making} that it returns may run on another
   */
  public <T> T of(String key, Supplier<Making> preparing, Reading<T> reading) throws IOException {
    Path entry = cache.at(kind, key);
    if (!isSound(entry)) {
      Making making = preparing.get();
      make(entry, making);
    }
    return reading.from(entry);
  }

  Path failed() {
    return cache.at(kind, "failed");
  }

  /**
   * Runs a command on an exchange folder, in the kernel's folder.
   *
   * @param subject the command in a message, up to the verb
   */
  public void run(
      String subject, Path kernelFolder, List<String> command, Path exchange, Duration limit) {
    var words = new ArrayList<>(command);
    words.add(exchange.toString());
    String byHand = byHand(kernelFolder, command);
    ToolRun run;
    try {
      run = ToolRun.of(words, kernelFolder, limit);
    } catch (IOException e) {
      throw broken(
          subject,
          "cannot be started: " + e.getMessage(),
          "Install '%s', or name another program.".formatted(words.getFirst()));
    }
    String output = run.output().isEmpty() ? "" : " and printed:\n" + run.lastLines(20);
    if (run.timedOut()) {
      throw broken(
          subject,
          "was stopped after %d s%s".formatted(limit.toSeconds(), output),
          "Give it a longer 'timeout'. " + byHand);
    }
    if (!run.succeeded()) {
      throw broken(subject, "ended with status %d%s".formatted(run.status(), output), byHand);
    }
  }

  /** Creates a folder for the inputs of one call, in shared memory if there is room. */
  public Draft sharedFolder(long bytes) throws IOException {
    return Draft.sharedFolder(cache.at("drafts"), bytes);
  }

  /** Advice to run a command by hand on the folder of the last failed attempt. */
  public String byHand(Path kernelFolder, List<String> command) {
    return "Run it by hand: cd %s && %s %s"
        .formatted(kernelFolder, String.join(" ", command), failed());
  }

  public static EnvironmentException broken(String subject, String what, String advice) {
    String end = what.contains("\n") ? "\n" : ". ";
    return new EnvironmentException((subject + " " + what + end + advice).strip());
  }

  public void keepOnly(Path folder, Collection<String> names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (!names.contains(String.valueOf(file.getFileName()))) {
          Draft.delete(file);
        }
      }
    }
  }

  @Override
  public String toString() {
    return cache.at(kind).toString();
  }

  private void make(Path entry, Making making) throws IOException {
    try (Draft draft = cache.draft()) {
      Files.createDirectory(draft.path());
      try {
        making.into(draft.path());
      } catch (EnvironmentException e) {
        Draft.delete(failed());
        Files.createDirectories(failed().getParent());
        Files.move(draft.path(), failed(), StandardCopyOption.ATOMIC_MOVE);
        throw e;
      }
      List<String> checksums = checksums(draft.path());
      Files.write(draft.path().resolve(CHECKSUMS), checksums);
      if (!isSound(entry)) { // Readers may hold an entry that another process has stored since.
        Draft.delete(entry);
      }
      cache.publish(draft.path(), entry);
    }
  }

  private boolean isSound(Path entry) throws IOException {
    try {
      cache.use(entry);
      return Files.readAllLines(entry.resolve(CHECKSUMS)).equals(checksums(entry));
    } catch (NoSuchFileException | java.nio.charset.CharacterCodingException e) {
      return false;
    }
  }

  private static List<String> checksums(Path folder) throws IOException {
    var lines = new ArrayList<String>();
    for (Path file : files(folder)) {
      lines.add(ToolDigest.checksum(file) + "  " + file.getFileName());
    }
    return lines;
  }

  public static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.endsWith(CHECKSUMS)).sorted().toList();
    }
  }
}
