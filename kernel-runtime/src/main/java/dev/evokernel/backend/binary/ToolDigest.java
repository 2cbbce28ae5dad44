package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Sha256;

/**
 * Identity of compilers by content. Two compilers with equal version strings can differ: one may be
 * patched by a distribution, another built from source.
 *
 * <p>The digest covers the programs and every program that they report they would run. A driver
 * alone is only a few kilobytes that start the compiler proper, an assembler and a linker. Shared
 * libraries are not covered.
 */
public record ToolDigest(String searchPath) {

  private static final long WINDOW = 1 << 30;
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final Pattern FOLDERS = Pattern.compile("(?m)^#\\$ PATH=(.*)$");

  /**
   * Computes one digest of several files.
   *
   * @throws IOException if a file exists and cannot be read
   */
  public String of(Collection<Path> files) throws IOException {
    var sha = new Sha256();
    for (Path file : new TreeSet<>(files)) {
      sha.add(file.toString());
      sha.add(checksum(file));
    }
    return sha.hex();
  }

  /** Finds the file of a command's first word; empty when there is none. */
  public Stream<Path> program(String name) {
    return program(name, searchPath);
  }

  /**
   * Finds the programs in a log of commands, as {@code gcc -###} and {@code nvcc -dryrun} print it:
   * the first words of its lines, as far as they name programs.
   */
  public List<Path> programs(String log) {
    Matcher folders = FOLDERS.matcher(log);
    String path = folders.find() ? folders.group(1) : searchPath;
    return log.lines()
        .map(line -> line.startsWith("#$ ") ? line.substring(3) : line)
        .map(WORD::matcher)
        .filter(Matcher::find)
        .map(first -> first.group(1) != null ? first.group(1) : first.group(2))
        .map(word -> word.replaceFirst("^\\$CICC_PATH/", ""))
        .filter(word -> !word.contains("="))
        .distinct()
        .flatMap(word -> program(word, path))
        .toList();
  }

  private static Stream<Path> program(String name, String path) {
    Stream<Path> places =
        name.contains("/")
            ? Stream.of(Path.of(name))
            : Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name));
    return places
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst()
        .map(ToolDigest::real)
        .stream();
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Joins two checksums of different polynomials and the length. The JVM has instructions for both
   * checksums. A cryptographic digest of a hundred megabytes takes a worker's JVM more than a
   * second.
   */
  static String checksum(Path file) throws IOException {
    var crc32 = new CRC32();
    var crc32c = new CRC32C();
    try (FileChannel channel = FileChannel.open(file)) {
      for (long at = 0; at < channel.size(); at += WINDOW) {
        ByteBuffer bytes =
            channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(WINDOW, channel.size() - at));
        crc32.update(bytes);
        crc32c.update(bytes.rewind());
      }
      return "%08x%08x%x".formatted(crc32.getValue(), crc32c.getValue(), channel.size());
    }
  }
}
