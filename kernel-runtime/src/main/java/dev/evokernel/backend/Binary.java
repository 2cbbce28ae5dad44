package dev.evokernel.backend;

import dev.evokernel.kernel.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A compiled candidate. Where macros depend on the shape it has several parts, one for each choice
 * of their values.
 *
 * @param file in the cache, absolute; the first part's where there are parts
 * @param digest SHA-256 of the file's content, hexadecimal, or of all parts; equal binaries need
 *     not be timed twice
 * @param compileNanos how long the compiler took; 0 when the cache had it
 * @param parts empty where no macro depends on the shape
 */
public record Binary(Path file, String digest, long compileNanos, List<Part> parts) {

  /**
   * One binary of several.
   *
   * @param macros with which it was compiled, besides the configuration's
   * @param file in the cache, absolute
   * @param digest SHA-256 of the file's content, hexadecimal
   */
  public record Part(Configuration macros, Path file, String digest) {}

  public Binary {
    parts = List.copyOf(parts);
  }

  /** One binary for all shapes. */
  public Binary(Path file, String digest, long compileNanos) {
    this(file, digest, compileNanos, List.of());
  }

  /**
   * All parts as one.
   *
   * @param parts at least one
   */
  static Binary of(List<Part> parts, long compileNanos) {
    Part first = parts.getFirst();
    if (parts.size() == 1) {
      return new Binary(first.file(), first.digest(), compileNanos, parts);
    }
    var all = new Sha256();
    parts.forEach(part -> all.add(part.macros().flags()).add(part.digest()));
    return new Binary(first.file(), all.hex(), compileNanos, parts);
  }

  /**
   * The binary for one shape.
   *
   * @param macros of the shape, at least those of the parts
   * @throws EnvironmentException if none was compiled with these macros
   */
  public Binary with(Configuration macros) {
    return parts.isEmpty()
        ? this
        : parts.stream()
            .filter(
                part -> macros.values().entrySet().containsAll(part.macros().values().entrySet()))
            .findFirst()
            .map(part -> new Binary(part.file(), part.digest(), 0))
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "No binary was compiled with %s. Maybe a defect in evo."
                            .formatted(macros.flags())));
  }

  /** Whether every file is still in the cache. */
  public boolean exists() {
    return Stream.concat(Stream.of(file), parts.stream().map(Part::file)).allMatch(Files::exists);
  }
}
