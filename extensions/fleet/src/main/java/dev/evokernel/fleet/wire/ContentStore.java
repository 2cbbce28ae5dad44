package dev.evokernel.fleet.wire;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A folder of files under the digests of their contents, so that each travels to a host once.
 * Thread-safe: a file with its final name is complete.
 *
 * @param folder made when the first file comes
 */
public record ContentStore(Path folder) {

  public ContentStore {
    folder = folder.toAbsolutePath();
  }

  /**
   * @throws IllegalArgumentException if it is no SHA-256 in hexadecimal, which could lead out of
   *     the folder
   */
  static String requireDigest(String digest) {
    if (!digest.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("No SHA-256 in hexadecimal: '" + digest + "'.");
    }
    return digest;
  }

  /** The path of a content, present or not. */
  public Path path(String digest) {
    return folder.resolve(requireDigest(digest).substring(0, 2)).resolve(digest);
  }

  /** Whether it is there; notes that it is used. */
  boolean has(String digest) {
    Path path = path(digest);
    try {
      Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
      return true;
    } catch (IOException absent) {
      return false;
    }
  }

  /** The contents that are missing, each once. */
  public List<String> missing(Stream<String> digests) {
    return digests.distinct().filter(digest -> !has(digest)).toList();
  }

  /**
   * Keeps some bytes.
   *
   * @throws EnvironmentException if they are not what the digest says, or cannot be written
   */
  public void keep(String digest, byte[] content) {
    Path path = path(digest);
    if (!Sha256.of(content).equals(digest)) {
      throw new EnvironmentException(
          "A file arrived with other contents than its digest %s says.".formatted(digest));
    }
    try {
      Files.createDirectories(Objects.requireNonNull(path.getParent()));
      Path draft = path.resolveSibling(digest + "." + UUID.randomUUID());
      Files.write(draft, content);
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EnvironmentException(
          "A file cannot be kept in %s: %s. Check the folder's permissions and the disk."
              .formatted(folder, e),
          e);
    }
  }

  /** Keeps the files of a binary that are not there yet, but for those that are gone meanwhile. */
  public void keep(Binary binary) {
    Iterator<Path> files = files(binary).iterator();
    for (String digest : digests(binary).toList()) {
      Path file = files.next();
      if (!has(digest)) {
        try {
          keep(digest, Files.readAllBytes(file));
        } catch (IOException gone) {
          // Fetched or compiled again where it is needed.
        }
      }
    }
  }

  /** The digests of a binary's files. */
  public static Stream<String> digests(Binary binary) {
    return binary.parts().isEmpty()
        ? Stream.of(binary.digest())
        : binary.parts().stream().map(Binary.Part::digest);
  }

  /** The files of a binary, in the order of {@link #digests}. */
  public static Stream<Path> files(Binary binary) {
    return binary.parts().isEmpty()
        ? Stream.of(binary.file())
        : binary.parts().stream().map(Binary.Part::file);
  }

  /** A binary with its files in this store, present or not. */
  public Binary at(Binary binary) {
    List<Binary.Part> parts =
        binary.parts().stream()
            .map(part -> new Binary.Part(part.macros(), path(part.digest()), part.digest()))
            .toList();
    return new Binary(
        parts.isEmpty() ? path(binary.digest()) : parts.getFirst().file(),
        binary.digest(),
        binary.compileNanos(),
        parts);
  }
}
