package dev.evokernel.kernel;

import module java.base;

/** The good kernel of the tests, and copies of it with one thing changed. */
public record GemmFile(Path parent, String text) {

  public GemmFile(Path parent) {
    this(parent, resource("kernel.yaml"));
  }

  private static String resource(String name) {
    try (InputStream stream = GemmFile.class.getResourceAsStream("gemm/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first {@code old} replaced. */
  public GemmFile with(String old, String replacement) {
    int at = text.indexOf(old);
    if (at < 0) {
      throw new IllegalArgumentException("Not in the file: " + old);
    }
    return new GemmFile(
        parent, text.substring(0, at) + replacement + text.substring(at + old.length()));
  }

  /** Writes the folder and gives its {@code kernel.yaml}. */
  public Path write() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("gemm"));
    for (String source : new String[] {"gemm.c", "gemm.cu", "reference.c"}) {
      Files.writeString(folder.resolve(source), resource(source));
    }
    return Files.writeString(folder.resolve("kernel.yaml"), text);
  }
}
