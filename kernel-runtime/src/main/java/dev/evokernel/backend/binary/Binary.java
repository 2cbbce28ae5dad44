package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Configuration;

/**
 * Compiled candidate. Macros that depend on the shape give a binary several parts, one for each
 * choice of their values.
 *
 * @param file in the cache, absolute; with parts, the file of the first
 * @param digest SHA-256 of the file's content or of all parts, hexadecimal. Equal binaries need not
 *     be timed twice.
 * @param compileNanos time of the compiler; 0 when the binary came from the cache
 * @param parts empty where no macro depends on the shape
 */
public record Binary(Path file, String digest, long compileNanos, List<Part> parts) {

  /**
   * Binary for one choice of the macros that depend on the shape.
   *
   * @param macros of this part, without the configuration's
   */
  public record Part(Configuration macros, Path file, String digest) {}

  public Binary {
    parts = List.copyOf(parts);
  }

  public Binary(Path file, String digest, long compileNanos) {
    this(file, digest, compileNanos, List.of());
  }

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
   * Selects the binary for one shape.
   *
   * @throws EnvironmentException if no part was compiled with these macros
   */
  public Binary with(Configuration macros) {
    return find(macros)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "No binary was compiled with %s. This is probably a bug in evo."
                        .formatted(macros.flags())));
  }

  public Optional<Binary> find(Configuration macros) {
    return parts.isEmpty()
        ? Optional.of(this)
        : parts.stream()
            .filter(
                part -> macros.values().entrySet().containsAll(part.macros().values().entrySet()))
            .findFirst()
            .map(part -> new Binary(part.file(), part.digest(), 0));
  }

  public boolean exists() {
    return Stream.concat(Stream.of(file), parts.stream().map(Part::file)).allMatch(Files::exists);
  }
}
