package dev.evokernel.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Everything in a kernel's folder on which a compilation may depend. */
public final class KernelSources {

  private KernelSources() {}

  /**
   * Every regular file of the folder and its subfolders in the order of their paths, but for {@code
   * README.md} and hidden files.
   *
   * @throws UncheckedIOException if the folder cannot be read
   */
  public static List<Path> files(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> isSource(folder.relativize(file)))
          .sorted((a, b) -> name(folder, a).compareTo(name(folder, b)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * SHA-256 over the names and contents of {@link #files}, in hexadecimal: equal exactly when a
   * kernel is the same, wherever its folder lies.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  public static String hash(Path folder) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files(folder)) {
        byte[] content = Files.readAllBytes(file);
        String header = name(folder, file) + "\0" + content.length + "\0";
        digest.update(header.getBytes(StandardCharsets.UTF_8));
        digest.update(content);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }

  private static boolean isSource(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return !relative.endsWith("README.md");
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }
}
