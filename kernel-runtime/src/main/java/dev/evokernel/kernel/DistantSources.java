package dev.evokernel.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Sources that lie neither in a kernel's folder nor in one beside it. A copy of the kernel keeps
 * them below {@value #PLACE}, each under its absolute path, so that they find what they include;
 * and it keeps where the kernel lay, from where {@code kernel.yaml} counts.
 *
 * @param folder the kernel's, or that of its copy
 */
public record DistantSources(Path folder) {

  private static final String PLACE = "outside";
  private static final String ORIGIN = ".origin";

  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*include[ \\t]*\"([^\"]+)\"");

  /** The file that a text of {@code kernel.yaml} names, which need not exist. */
  Path resolve(String text) {
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
      return Files.isRegularFile(kept) ? kept : near;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether this is the folder of a copy. */
  public boolean isCopy() {
    return Files.isRegularFile(folder.resolve(ORIGIN));
  }

  /** Whether a file lies neither in the folder nor in one beside it. */
  public boolean contains(Path file) {
    return !file.startsWith(Objects.requireNonNullElse(folder.getParent(), folder));
  }

  /** Where a copy in this folder keeps a distant file. */
  public Path kept(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    return folder.resolve(PLACE).resolve(Path.of("/").relativize(absolute));
  }

  /**
   * Notes in a copy where the kernel lay.
   *
   * @param original the kernel's folder
   */
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

  /** How a file is called among a kernel's: the same in a copy. */
  String name(Path file) {
    return folder.relativize(contains(file) ? kept(file) : file).toString().replace('\\', '/');
  }

  /** A file, and what it includes by a path of its own, and these in turn. */
  static Set<Path> withIncluded(Path file) {
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
            .map(include -> beside.resolve(include.group(1)).normalize())
            .filter(Files::isRegularFile)
            .forEach(open::add);
      }
    }
    return found;
  }

  /** As the compiler reads it, whatever its encoding. */
  static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
