package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.kernel.Kernel;

/**
 * File that describes a kernel, which need not exist. A path that does not end in {@code .yaml} or
 * {@code .yml} names the folder of a {@code kernel.yaml}.
 */
public record KernelFile(Path path) {

  private static final String USUAL_NAME = "kernel.yaml";

  /** Resolves the path of a file or of its folder. */
  public static KernelFile at(Path named) {
    return new KernelFile(isYaml(named) ? named : named.resolve(USUAL_NAME));
  }

  /** Whether the path names a kernel's file and not its folder. */
  public static boolean isYaml(Path named) {
    String name = String.valueOf(named.getFileName());
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  public boolean exists() {
    return Files.isRegularFile(path);
  }

  public Path folder() {
    return Objects.requireNonNullElse(path.getParent(), Path.of(""));
  }

  /** Backends for which the kernel has a section, in the file's order. */
  public List<String> backends() {
    return List.copyOf(
        KernelReader.open(path).root().value("backends").mapping().values().sequencedKeySet());
  }

  public Kernel read(String backend) {
    return KernelReader.read(path, backend);
  }

  /**
   * Reads a kernel that may {@linkplain Kernel#namesDefault lack} a default; checks that need the
   * default are skipped.
   */
  public Kernel readUnsettled(String backend) {
    return KernelReader.readUnsettled(path, backend);
  }
}
