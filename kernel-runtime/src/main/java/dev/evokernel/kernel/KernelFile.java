package dev.evokernel.kernel;

import dev.evokernel.expr.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The file that describes a kernel. This is the one place that decides what a path to a kernel
 * means: a file, where its name ends in {@code .yaml} or {@code .yml}, or else the folder of a
 * {@code kernel.yaml}.
 *
 * @param path of the file, as it was named; whether it is there shows when it is read
 */
public record KernelFile(Path path) {

  private static final String USUAL_NAME = "kernel.yaml";

  /**
   * @param named the file or its folder
   */
  public static KernelFile at(Path named) {
    return new KernelFile(isYaml(named) ? named : named.resolve(USUAL_NAME));
  }

  /** Whether a path names a kernel's file and not its folder. */
  public static boolean isYaml(Path named) {
    String name = String.valueOf(named.getFileName());
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  public boolean exists() {
    return Files.isRegularFile(path);
  }

  /** Where this file is not: a kernel's folder beside its own, with nearly that name. */
  public Optional<Path> near() {
    Path folder = folder();
    Path beside = Objects.requireNonNullElse(folder.getParent(), Path.of(""));
    try (Stream<Path> all = Files.list(beside)) {
      List<String> kernels =
          all.filter(one -> at(one).exists())
              .map(one -> String.valueOf(one.getFileName()))
              .toList();
      return Spelling.nearest(String.valueOf(folder.getFileName()), kernels).map(beside::resolve);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The folder that the file lies in; the working folder for a bare name. */
  public Path folder() {
    return Objects.requireNonNullElse(path.getParent(), Path.of(""));
  }

  /**
   * The backends for which the kernel has a section, in the file's order.
   *
   * @throws InvalidFileException if the file is not there, or the schema refuses it
   */
  public List<String> backends() {
    return KernelReader.backends(path);
  }

  /**
   * The kernel on one backend.
   *
   * @throws InvalidFileException if anything in the file is wrong
   */
  public Kernel read(String backend) {
    return KernelReader.read(path, backend);
  }

  /**
   * The kernel on one backend, as far as it can be read where the kernel, or a variant of it, names
   * no default.
   *
   * @throws InvalidFileException if anything else in the file is wrong
   */
  public Kernel readUnsettled(String backend) {
    return KernelReader.readUnsettled(path, backend);
  }
}
