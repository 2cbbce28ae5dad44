package dev.evokernel.config;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.RenamedKey;
import dev.evokernel.kernel.yaml.YamlDocument;

/**
 * Upgrade of a run's own copies of {@code evo.yaml} and {@code kernel.yaml}, whose old keys the
 * readers refuse. Only the keys renamed since 0.1 change; comments and all other text stay. User
 * files are never rewritten.
 */
public final class RunFolderUpgrade {

  private static final String FIRST_VERSION = "0.1.";

  /** Place after a line with its end. */
  private static final Pattern LINE_END = Pattern.compile("(?<=\n)|(?<=\r)(?!\n)");

  private RunFolderUpgrade() {}

  /**
   * Renames the keys in the copies of a run of evo 0.1; copies of later runs stay unchanged.
   *
   * @param runFolder for example {@code results/gemm-20261120-193205}; missing files are skipped
   * @param evoVersion the version that began the run
   * @throws EnvironmentException if a copy with an old key cannot be written
   */
  public static void apply(Path runFolder, String evoVersion) {
    if (!evoVersion.startsWith(FIRST_VERSION)) {
      return;
    }
    Path job = runFolder.resolve("evo.yaml");
    if (Files.exists(job)) {
      rename(job, JobFile.class, JobSchema.NAME);
    }
    for (Path kernel : kernels(runFolder.resolve("kernel"))) {
      rename(kernel, Kernel.class, KernelReader.SCHEMA);
    }
  }

  private static List<Path> kernels(Path snapshots) {
    if (!Files.isDirectory(snapshots)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(snapshots)) {
      return folders
          .map(folder -> folder.resolve("kernel.yaml"))
          .filter(Files::exists)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot list " + snapshots + ": " + e.getMessage() + ". Check its permissions.", e);
    }
  }

  /**
   * Repeats until no old key is left: keys of a section are found only after the section's rename.
   */
  private static void rename(Path file, Class<?> owner, String schema) {
    if (renameOnce(file, YamlDocument.renamedKeys(file, owner, schema))) {
      rename(file, owner, schema);
    }
  }

  /** Returns whether the file changed. */
  private static boolean renameOnce(Path file, List<RenamedKey> keys) {
    if (keys.isEmpty()) {
      return false;
    }
    try {
      String before = Files.readString(file);
      String after = renamed(before, keys);
      if (after.equals(before)) {
        return false;
      }
      replace(file, after);
      return true;
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot rename the keys of evo 0.1 in %s: %s. Check the folder's permissions, or copy the results to a writable folder."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Replaces from the last key of a line to the first, so that the columns of others stay valid.
   */
  private static String renamed(String text, List<RenamedKey> keys) {
    String[] lines = LINE_END.split(text);
    keys.stream()
        .sorted(Comparator.comparingInt((RenamedKey key) -> key.place().column()).reversed())
        .forEach(
            key -> {
              int row = key.place().line() - 1;
              String line = lines[row];
              int at = line.offsetByCodePoints(0, key.place().column() - 1);
              int start = line.charAt(at) == '"' || line.charAt(at) == '\'' ? at + 1 : at;
              if (line.startsWith(key.old(), start)) {
                String rest = line.substring(start + key.old().length());
                lines[row] = line.substring(0, start) + key.now() + rest;
              }
            });
    return String.join("", lines);
  }

  /** Replaces the file atomically. */
  private static void replace(Path file, String text) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    Path draft = Files.createTempFile(folder, file.getFileName() + ".", ".new");
    try {
      Files.writeString(draft, text);
      Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(file));
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
