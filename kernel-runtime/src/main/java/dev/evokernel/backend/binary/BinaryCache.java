package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.Sha256;

/**
 * Cache of compilation results, keyed by everything that a result depends on.
 *
 * <p>A key leads to a small record. The record holds the digest of the binary, which is the name of
 * the binary's file and its checksum, and equal binaries are stored once. Error messages about a
 * source are cached too.
 */
public record BinaryCache(CacheFolder folder, String extension) {

  private static final String COMPILED = "compiled ";
  private static final String FAILED = "failed ";
  private static final int ATTEMPTS = 3;

  /**
   * Errors such as {@code x.c:3:5: error} and {@code x.cu(3): error}, and those of assemblers and
   * linkers.
   */
  private static final Pattern PLACED =
      Pattern.compile(
          "(?m)^.+(:\\d+|\\(\\d+\\)): (fatal |catastrophic )?error\\b"
              + "|^ptxas (error|fatal) +:"
              + "|: undefined reference to ");

  private static final Pattern BREAKDOWN =
      Pattern.compile(
          "(?i)\\b(signal|killed|terminated|aborted|died|crash(ed)?|segmentation fault"
              + "|internal (compiler )?error|out of (memory|disk)|memory (exhausted|allocation)"
              + "|(cannot|could not|failed to) (allocate|create|open|write|fork|execute)"
              + "|no space left|input/output error|too many open files|resource temporarily"
              + "|disk quota|read-only file system|permission denied)\\b|Assertion `");

  @FunctionalInterface
  public interface Making {
    Compilation into(Draft draft) throws IOException;
  }

  /**
   * Gives the compiler a draft to write to. The cache may be deleted at any time: a compilation
   * whose draft was deleted is repeated, three times in all.
   */
  public Compilation make(Making making) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try (Draft draft = folder.draft()) {
        boolean last = attempt == ATTEMPTS;
        try {
          Compilation made = making.into(draft);
          if (last || !draft.isLost()) {
            return made;
          }
        } catch (IOException e) {
          if (last || !(draft.isLost() || e instanceof NoSuchFileException)) {
            throw e;
          }
        }
      }
    }
  }

  /** Finds the result under this key; empty when it is missing or damaged. */
  public Optional<Compilation> find(CompileKey key) throws IOException {
    Path record = record(key);
    try {
      String[] parts = Files.readString(record).split("\n", 2);
      String text = parts.length == 2 ? parts[1] : "";
      folder.use(record);
      if (parts[0].startsWith(COMPILED)) {
        return verified(parts[0].substring(COMPILED.length()), record);
      }
      return parts[0].equals(FAILED + digest(text))
          ? Optional.of(new Compilation.Failed(text, false))
          : Optional.empty();
    } catch (NoSuchFileException | java.nio.charset.CharacterCodingException e) {
      return Optional.empty();
    }
  }

  public Compilation keep(CompileKey key, Draft draft, long nanos) throws IOException {
    Binary binary = keepUnfound(draft, nanos);
    put(record(key), COMPILED + binary.digest() + "\n");
    return new Compilation.Compiled(binary);
  }

  /** Stores a binary without a key, because not all that it depends on is known. */
  public Binary keepUnfound(Draft draft, long nanos) throws IOException {
    String digest = Sha256.of(draft.path());
    Path binary = binary(digest);
    folder.publish(draft.path(), binary);
    return new Binary(binary, digest, nanos);
  }

  /** Stores which further files a compiler has read for a key, and returns {@link #whole}. */
  public CompileKey report(CompileKey key, Set<Path> files) throws IOException {
    if (!files.isEmpty()) {
      put(reported(key), files.stream().map(Path::toString).collect(Collectors.joining("\n")));
    }
    return whole(key);
  }

  /** Extends a key by the content of the files that a compiler reported for it. */
  public CompileKey whole(CompileKey key) throws IOException {
    if (!Files.exists(reported(key))) {
      return key;
    }
    var digests = new TreeMap<Path, String>();
    for (String file : Files.readAllLines(reported(key))) {
      digests.put(Path.of(file), Files.exists(Path.of(file)) ? Sha256.of(Path.of(file)) : "");
    }
    return CompileKey.of("reported").with("key", key.hash()).files(digests).key();
  }

  /** Stores a failure if the compiler is certain to repeat it. */
  public Compilation.Failed keep(CompileKey key, Compilation.Failed failed) throws IOException {
    return !failed.timedOut() && isCertain(failed.log()) ? keepAsItIs(key, failed) : failed;
  }

  /** Stores a failure that the compiler itself attributes to the source. */
  public Compilation.Failed keepAsItIs(CompileKey key, Compilation.Failed failed)
      throws IOException {
    put(record(key), FAILED + digest(failed.log()) + "\n" + failed.log());
    return failed;
  }

  /**
   * Recognises errors that are certain to occur again. A compiler that was killed, ran out of a
   * resource or crashed gives no such error, and neither does an unclear message: that costs one
   * more compilation, while a wrong failure in the cache would lose a configuration.
   */
  private static boolean isCertain(String log) {
    return PLACED.matcher(log).find() && !BREAKDOWN.matcher(log).find();
  }

  private void put(Path entry, String text) throws IOException {
    try (Draft draft = folder.draft()) {
      Files.writeString(draft.path(), text);
      folder.publish(draft.path(), entry);
    }
  }

  private Optional<Compilation> verified(String digest, Path record) throws IOException {
    if (!digest.matches("[0-9a-f]{64}")) {
      return Optional.empty();
    }
    Path binary = binary(digest);
    try {
      folder.use(binary);
      if (Sha256.of(binary).equals(digest)) {
        return Optional.of(new Compilation.Compiled(new Binary(binary, digest, 0)));
      }
      Files.deleteIfExists(binary);
    } catch (NoSuchFileException evicted) {
      // The binary was evicted before the record.
    }
    Files.deleteIfExists(record);
    return Optional.empty();
  }

  private Path record(CompileKey key) {
    String hash = key.hash();
    return folder.at("keys", hash.substring(0, 2), hash);
  }

  private Path reported(CompileKey key) {
    return record(key).resolveSibling(key.hash() + ".reported");
  }

  private Path binary(String digest) {
    String name = digest + "." + extension;
    return folder.at("binaries", name.substring(0, 2), name);
  }

  private static String digest(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
