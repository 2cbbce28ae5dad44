package dev.evokernel.backend;

import module java.base;

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
    for (String file : List.of("check.c", "check.py", "checked.c", "checked.cu", "kernel.yaml")) {
      try (InputStream original =
          CheckedKernel.class.getResourceAsStream("/kernels/checked/" + file)) {
        Files.copy(Objects.requireNonNull(original), copy.resolve(file));
      }
    }
    Path yaml = copy.resolve("kernel.yaml");
    if (!check.isEmpty()) {
      Files.writeString(
          yaml, Files.readString(yaml).replaceFirst("(?m)^check: .*$", "check: {" + check + "}"));
    }
    return yaml;
  }
}
