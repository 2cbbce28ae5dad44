package dev.evokernel.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Compiled binaries on disk, each under the digest of everything that made it. Entries appear by an
 * atomic rename and never change, so several processes share one folder without locks.
 *
 * @param folder made when missing
 * @param extension of the entries' names, for example {@code so}
 */
public record BinaryCache(Path folder, String extension) {

  /** The key of an entry made from these parts; where one part ends and the next begins counts. */
  public static String key(List<byte[]> parts) {
    MessageDigest sha = sha256();
    for (byte[] part : parts) {
      sha.update((part.length + ":").getBytes(StandardCharsets.US_ASCII));
      sha.update(part);
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  public Path entry(String key) {
    return folder.resolve(key.substring(0, 2)).resolve(key + "." + extension);
  }

  /** A fresh name beside the entry, for the compiler to write to. */
  public Path draft(String key) throws IOException {
    Path beside = entry(key).getParent();
    Files.createDirectories(beside);
    return Files.createTempFile(beside, "draft-", ".tmp");
  }

  public Path publish(Path draft, String key) throws IOException {
    return Files.move(draft, entry(key), StandardCopyOption.ATOMIC_MOVE);
  }

  public static String digest(Path file) throws IOException {
    return HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(file)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }
}
