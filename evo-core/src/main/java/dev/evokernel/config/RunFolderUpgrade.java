package dev.evokernel.config;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.RenamedKey;
import dev.evokernel.kernel.yaml.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Brings a run's own copies of {@code evo.yaml} and {@code kernel.yaml} up to date, which the
 * readers would otherwise refuse. Only the keys that were renamed since 0.1 change, where they
 * stand; comments and everything else stay as they are. The files of users are never rewritten.
 */
public final class RunFolderUpgrade {

  private static final String FIRST_VERSION = "0.1.";

  private RunFolderUpgrade() {}

  /**
   * Renames the keys in the copies of a run of evo 0.1; leaves the copies of later runs alone.
   *
   * @param runFolder for example {@code results/gemm-20261120-193205}; what it lacks is passed over
   * @param evoVersion that began the run
   * @throws EnvironmentException if a copy has an old key and cannot be written
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
          snapshots + " cannot be listed: " + e.getMessage() + ". Check its permissions.", e);
    }
  }

  /** The keys of a section come to light once the section has its new name. */
  private static void rename(Path file, Class<?> owner, String schema) {
    if (renameOnce(file, YamlDocument.renamedKeys(file, owner, schema))) {
      rename(file, owner, schema);
    }
  }

  /** Whether anything changed. */
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
          "%s is of evo 0.1 and its keys cannot be renamed: %s. Check the folder's permissions, or copy the results to a folder that can be written."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** From the last key to the first, so that the places of the others hold. */
  private static String renamed(String text, List<RenamedKey> keys) {
    List<Integer> lines = lineStarts(text);
    var result = new StringBuilder(text);
    keys.stream()
        .sorted(
            Comparator.comparingInt((RenamedKey key) -> key.place().line())
                .thenComparingInt(key -> key.place().column())
                .reversed())
        .forEach(
            key -> {
              int at =
                  result.offsetByCodePoints(
                      lines.get(key.place().line() - 1), key.place().column() - 1);
              int start = result.charAt(at) == '"' || result.charAt(at) == '\'' ? at + 1 : at;
              int end = start + key.old().length();
              if (end <= result.length() && result.substring(start, end).equals(key.old())) {
                result.replace(start, end, key.now());
              }
            });
    return result.toString();
  }

  private static List<Integer> lineStarts(String text) {
    var starts = new ArrayList<>(List.of(0));
    for (int i = 0; i < text.length(); i++) {
      char end = text.charAt(i);
      boolean ofTwo = end == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if ((end == '\n' || end == '\r') && !ofTwo) {
        starts.add(i + 1);
      }
    }
    return starts;
  }

  /** A reader, or a process that ends in between, meets the old file or the new one. */
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
