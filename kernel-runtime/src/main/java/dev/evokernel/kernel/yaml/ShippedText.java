package dev.evokernel.kernel.yaml;

import module java.base;

/** Text files that are part of the program. */
public final class ShippedText {

  private ShippedText() {}

  public static String of(Class<?> owner, String name) {
    try (InputStream stream = owner.getResourceAsStream(name)) {
      Objects.requireNonNull(stream, () -> "The program lacks its file " + name + ".");
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
