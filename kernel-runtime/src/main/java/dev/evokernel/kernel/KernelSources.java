package dev.evokernel.kernel;

import module java.base;

/**
 * Files on which the compilation of a kernel may depend: absolute paths, ordered by their names
 * relative to the folder.
 */
public record KernelSources(Path folder, List<Path> files) {

  public KernelSources {
    files = List.copyOf(files);
  }

  /** Files of the kernel's folder, files that {@code kernel.yaml} names, and their includes. */
  public static KernelSources of(Kernel kernel) {
    return sorted(
        kernel.folder(),
        Stream.of(
                of(kernel.folder()).files().stream(),
                implementations(kernel).flatMap(KernelSources::named),
                kernel.inputFiles(kernel.shapes()).stream())
            .flatMap(files -> files));
  }

  private static Stream<Kernel> implementations(Kernel kernel) {
    return Stream.concat(Stream.of(kernel), kernel.variants().all().stream().map(Variant::kernel));
  }

  /**
   * Files that a command which makes inputs may read. Compiled files are excluded, so that cached
   * inputs survive a change of the source.
   */
  public static KernelSources ofInputs(Kernel kernel) {
    var others = new HashSet<Path>(List.of(kernel.file()));
    implementations(kernel)
        .map(Kernel::source)
        .filter(source -> source.build().isEmpty())
        .forEach(source -> others.addAll(source.files()));
    return new KernelSources(
        kernel.folder(),
        of(kernel).files().stream().filter(file -> !others.contains(file)).toList());
  }

  private static Stream<Path> named(Kernel kernel) {
    List<Path> folders =
        kernel.reference() instanceof Reference.Compiled(Source source)
            ? source.folders()
            : kernel.source().folders();
    return Stream.of(
            kernel.source().read(),
            Source.read(kernel.reference().files(), folders),
            kernel.miniature().stream().flatMap(small -> small.entryPoint().source().read()))
        .flatMap(files -> files);
  }

  /**
   * Files for a complete copy: {@link #of(Kernel)} and the baselines' files, which do not count as
   * the kernel's own.
   */
  public static KernelSources withBaselines(Kernel kernel) {
    return sorted(
        kernel.folder(),
        Stream.concat(
            of(kernel).files().stream(),
            kernel.baselines().stream().flatMap(baseline -> baseline.files().stream())));
  }

  /** Returns all sources in the file's folder, which a script may import. */
  public static List<Path> withWhatLiesBeside(Path file) {
    Path folder = Objects.requireNonNull(file.getParent());
    return of(folder).files().stream().filter(source -> folder.equals(source.getParent())).toList();
  }

  /**
   * Regular files of the folder and its subfolders, without {@code README.md}, hidden files and
   * Python's caches.
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
        folder, files.distinct().sorted(Comparator.comparing(file -> name(folder, file))).toList());
  }

  /** SHA-256 over the relative names and the contents of the files, in hexadecimal. */
  public String hash() {
    try {
      MessageDigest digest = Configuration.sha256();
      for (Path file : files) {
        byte[] content = Files.readAllBytes(file);
        String header = name(folder, file) + "\0" + content.length + "\0";
        digest.update(header.getBytes(StandardCharsets.UTF_8));
        digest.update(content);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
