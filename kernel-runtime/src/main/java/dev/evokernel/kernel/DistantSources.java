package dev.evokernel.kernel;

import module java.base;

/**
 * Sources outside the kernel's folder and its neighbours. A copy of the kernel stores them below
 * {@value #PLACE} under their absolute paths, so that relative includes still resolve. The copy
 * also records the kernel's original folder, to which paths in {@code kernel.yaml} are relative.
 */
public record DistantSources(Path folder) {

  private static final String PLACE = "outside";
  private static final String ORIGIN = ".origin";

  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*include[ \\t]*[\"<]([^\">]+)[\">]");

  /** Resolves a path of {@code kernel.yaml}; the file need not exist. */
  public Path resolve(String text) {
    Path near = folder.resolve(text).normalize();
    if (!isCopy()) {
      return near;
    }
    Path origin = folder.resolve(ORIGIN);
    try {
      Path original = Path.of(Files.readString(origin).strip());
      Path lay = original.resolve(text).normalize();
      Path kept =
          new DistantSources(original).contains(lay)
              ? kept(lay)
              : folder.resolve(original.relativize(lay)).normalize();
      return Files.exists(kept) ? kept : near;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isCopy() {
    return Files.isRegularFile(folder.resolve(ORIGIN));
  }

  /** Whether the file lies outside the folder and its neighbours. */
  public boolean contains(Path file) {
    return !file.startsWith(Objects.requireNonNullElse(folder.getParent(), folder));
  }

  /** Path under which a copy in this folder stores a distant file. */
  public Path kept(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return folder.resolve(PLACE).resolve(Path.of("/").relativize(absolute));
  }

  /** Records the kernel's original folder in a copy. */
  public void keepOrigin(Path original) throws IOException {
    Path note = folder.resolve(ORIGIN);
    Files.createDirectories(Objects.requireNonNull(note.getParent()));
    Path earlier = original.resolve(ORIGIN);
    Files.writeString(
        note,
        Files.isRegularFile(earlier)
            ? Files.readString(earlier)
            : original.toAbsolutePath() + "\n");
  }

  /** Name of a file relative to the kernel, equal in the original and in a copy. */
  public String name(Path file) {
    return folder.relativize(contains(file) ? kept(file) : file).toString().replace('\\', '/');
  }

  /**
   * Returns the file and, recursively, the files that it includes with quotes.
   *
   * @param folders where the compiler also searches headers
   */
  public static Set<Path> withIncluded(Path file, List<Path> folders) {
    var found = new LinkedHashSet<Path>();
    var open = new ArrayDeque<Path>();
    open.add(file);
    while (!open.isEmpty()) {
      Path next = open.remove();
      if (found.add(next) && Files.isRegularFile(next)) {
        Path beside = Objects.requireNonNull(next.getParent());
        INCLUDE
            .matcher(text(next))
            .results()
            .flatMap(
                include ->
                    Stream.concat(
                            include.group().endsWith("\"") ? Stream.of(beside) : Stream.empty(),
                            folders.stream())
                        .map(folder -> folder.resolve(include.group(1)).normalize())
                        .filter(Files::isRegularFile)
                        .limit(1))
            .forEach(open::add);
      }
    }
    return found;
  }

  /** Reads a source byte by byte, so that any encoding is accepted. */
  public static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
