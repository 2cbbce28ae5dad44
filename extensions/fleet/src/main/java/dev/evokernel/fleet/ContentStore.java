package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;

/**
 * Folder of files named by the digests of their contents, so that each file travels to a host once.
 * Thread-safe: a file with its final name is complete.
 *
 * @param folder created with the first file
 */
public record ContentStore(Path folder) {

  public ContentStore {
    folder = folder.toAbsolutePath();
  }

  /**
   * @throws IllegalArgumentException if the text is no SHA-256 in hexadecimal, which could escape
   *     the folder
   */
  public static String requireDigest(String digest) {
    if (!digest.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("Not a SHA-256 in hexadecimal: '" + digest + "'.");
    }
    return digest;
  }

  /** Path of a content, whether present or not. */
  public Path path(String digest) {
    return folder.resolve(requireDigest(digest).substring(0, 2)).resolve(digest);
  }

  /** Returns whether the content is present, and marks it as used. */
  boolean has(String digest) {
    Path path = path(digest);
    try {
      Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
      return true;
    } catch (IOException absent) {
      return false;
    }
  }

  /** Missing contents, without duplicates. */
  public List<String> missing(Stream<String> digests) {
    return digests.distinct().filter(digest -> !has(digest)).toList();
  }

  /**
   * Stores a content.
   *
   * @throws EnvironmentException if the content does not match the digest, or cannot be written
   */
  public void keep(String digest, byte[] content) {
    Path path = path(digest);
    if (!Sha256.of(content).equals(digest)) {
      throw new EnvironmentException(
          "A file arrived whose content does not match its digest %s.".formatted(digest));
    }
    try {
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      Path draft = path.resolveSibling(digest + "." + UUID.randomUUID());
      Files.write(draft, content);
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot store a file in %s: %s. Check the folder's permissions and the disk."
              .formatted(folder, e),
          e);
    }
  }
}
