package dev.evokernel.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Folders of arrays in the cache, expected outputs or inputs, each with a list of checksums in the
 * form of {@code sha256sum}. A folder whose files do not match is made again.
 *
 * <p>The folder of an attempt that failed stays, under one name for all, so that it can be run by
 * hand.
 */
final class KeptArrays {

  static final String EXPECTED = "expected";

  static final String INPUTS = "inputs";

  private static final String CHECKSUMS = "SHA256SUMS";

  /** Fills a folder. */
  @FunctionalInterface
  interface Making {
    void into(Path folder) throws IOException;
  }

  /** Reads a folder. */
  @FunctionalInterface
  interface Reading<T> {
    T from(Path folder) throws IOException;
  }

  private final CacheFolder cache;
  private final String kind;

  /**
   * @param kind the name of the part of the cache
   */
  KeptArrays(CacheFolder cache, String kind) {
    this.cache = cache;
    this.kind = kind;
  }

  /**
   * What is read from the folder under this key, which is made when it is missing or damaged.
   *
   * @param preparing called on this thread; what it returns may be called on another
   */
  <T> T of(String key, Supplier<Making> preparing, Reading<T> reading) throws IOException {
    Path entry = cache.at(kind, key);
    if (!isSound(entry)) {
      Making making = preparing.get();
      Unconfined.run(
          () -> {
            Draft.delete(entry);
            make(entry, making);
          });
    }
    return reading.from(entry);
  }

  /** Where the folder of the last attempt that failed lies. */
  Path failed() {
    return cache.at(kind, "failed");
  }

  /** Deletes everything else from a folder. */
  void keepOnly(Path folder, Collection<String> names) throws IOException {
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
      lines.add(Sha256.of(file) + "  " + file.getFileName());
    }
    return lines;
  }

  /** All but the list of checksums. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> !file.endsWith(CHECKSUMS)).sorted().toList();
    }
  }
}
