package dev.evokernel.backend.file;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

/** A copy of the kernel whose reference is a Python script. */
public record RowsKernel(Path folder) {

  public static RowsKernel in(Path parent) throws IOException {
    Path folder = Files.createDirectory(parent.resolve("rows"));
    try (Stream<Path> files = Files.list(original())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(Objects.requireNonNull(file.getFileName())));
      }
    }
    return new RowsKernel(folder);
  }

  /** Skips, with a message, where there is no Python. */
  public static void assumePython() {
    try {
      ToolRun.of(List.of("python3", "--version"), Duration.ofSeconds(20));
    } catch (IOException absent) {
      assumeTrue(false, "no python3 on this machine");
    }
  }

  public Path file() {
    return folder.resolve("kernel.yaml");
  }

  /** The first {@code old} in a file replaced. */
  public RowsKernel with(String name, String old, String replacement) throws IOException {
    String text = Files.readString(folder.resolve(name));
    int at = text.indexOf(old);
    if (at < 0) {
      throw new IllegalArgumentException("Not in " + name + ": " + old);
    }
    Files.writeString(
        folder.resolve(name),
        text.substring(0, at) + replacement + text.substring(at + old.length()));
    return this;
  }

  /** How often the reference has run since the last call. */
  public long runs() throws IOException {
    Path count = folder.resolve("count");
    long runs = Files.exists(count) ? Files.size(count) : 0;
    Files.deleteIfExists(count); // Or the folder would no longer have the same content.
    return runs;
  }

  private static Path original() {
    try {
      return Path.of(Objects.requireNonNull(RowsKernel.class.getResource("/kernels/rows")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
