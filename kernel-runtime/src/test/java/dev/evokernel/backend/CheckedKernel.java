package dev.evokernel.backend;

import module java.base;

import dev.evokernel.kernel.KernelSources;

/** A kernel whose outputs a check of its own judges, in a folder of a test's. */
public final class CheckedKernel {

  private CheckedKernel() {}

  /**
   * A copy.
   *
   * @param check in place of the C function that the file has; empty for that one
   */
  public static Path in(Path folder, String check) throws IOException {
    Path copy = Files.createDirectories(folder.resolve("checked"));
    for (Path file : KernelSources.of(original()).files()) {
      Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
    }
    Path yaml = copy.resolve("kernel.yaml");
    if (!check.isEmpty()) {
      Files.writeString(
          yaml, Files.readString(yaml).replaceFirst("(?m)^check: .*$", "check: {" + check + "}"));
    }
    return yaml;
  }

  private static Path original() {
    try {
      return Path.of(
          Objects.requireNonNull(CheckedKernel.class.getResource("/kernels/checked")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
