package dev.evokernel.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Everything on which the compilation of a kernel may depend: the files of its folder, those that
 * it takes from elsewhere, and what they include.
 *
 * @param folder the kernel's own
 * @param files absolute, in the order of their paths relative to the folder
 */
public record KernelSources(Path folder, List<Path> files) {

  public KernelSources {
    files = List.copyOf(files);
  }

  /** The folder's own files, those that its {@code kernel.yaml} names, and what these include. */
  public static KernelSources of(Kernel kernel) {
    Stream<Path> named =
        Stream.concat(Stream.of(kernel), kernel.variants().all().stream().map(Variant::kernel))
            .flatMap(KernelSources::named);
    return sorted(
        kernel.folder(),
        Stream.of(
                of(kernel.folder()).files().stream(),
                named,
                kernel.inputFiles(kernel.shapes()).stream())
            .flatMap(files -> files)
            .distinct());
  }

  /**
   * Those that a command which makes inputs may read: what is compiled is none of them, so that a
   * kernel's source can change and its inputs are found again.
   */
  public static KernelSources ofInputs(Kernel kernel) {
    var others = new HashSet<Path>(List.of(kernel.file()));
    Stream.concat(Stream.of(kernel), kernel.variants().all().stream().map(Variant::kernel))
        .map(Kernel::source)
        .filter(source -> source.build().isEmpty())
        .forEach(source -> others.addAll(source.files()));
    return new KernelSources(
        kernel.folder(),
        of(kernel).files().stream().filter(file -> !others.contains(file)).toList());
  }

  private static Stream<Path> named(Kernel kernel) {
    return Stream.of(
            kernel.source().files(),
            kernel.reference().files(),
            kernel
                .extras()
                .miniature()
                .map(it -> it.entryPoint().source().files())
                .orElse(List.of()))
        .flatMap(List::stream)
        .flatMap(file -> DistantSources.withIncluded(file).stream());
  }

  /**
   * The same and the files of its baselines: what a complete copy of the kernel needs. A kernel
   * stays the same when a baseline changes, so these are not among its own files.
   */
  public static KernelSources withBaselines(Kernel kernel) {
    return sorted(
        kernel.folder(),
        Stream.concat(
                of(kernel).files().stream(),
                kernel.extras().baselines().stream().flatMap(baseline -> baseline.files().stream()))
            .distinct());
  }

  /** A file, and the other sources of its folder: a script may import what lies beside it. */
  static List<Path> withWhatLiesBeside(Path file) {
    Path folder = Objects.requireNonNull(file.getParent());
    return of(folder).files().stream().filter(one -> folder.equals(one.getParent())).toList();
  }

  /**
   * Every regular file of the folder and its subfolders, but for {@code README.md}, hidden files
   * and Python's caches.
   *
   * @throws UncheckedIOException if the folder cannot be read
   */
  public static KernelSources of(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      return sorted(
          folder,
          walk.filter(Files::isRegularFile).filter(file -> isSource(folder.relativize(file))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KernelSources sorted(Path folder, Stream<Path> files) {
    return new KernelSources(
        folder, files.sorted(Comparator.comparing(file -> name(folder, file))).toList());
  }

  /**
   * SHA-256 over the names and contents of the files, in hexadecimal: equal exactly when a kernel
   * is the same, wherever its folder lies.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  public String hash() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files) {
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
      if (part.toString().startsWith(".") || part.endsWith("__pycache__")) {
        return false;
      }
    }
    return !relative.endsWith("README.md");
  }

  private static String name(Path folder, Path file) {
    return new DistantSources(folder).name(file);
  }
}
