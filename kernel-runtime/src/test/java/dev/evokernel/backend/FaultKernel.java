package dev.evokernel.backend;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.read.KernelReader;

/** The kernel that misbehaves as its parameter FAULT says, unpacked once for all tests. */
public final class FaultKernel {

  private static final Path FOLDER = unpacked();

  private FaultKernel() {}

  public static Path file() {
    return FOLDER.resolve("fault/kernel.yaml");
  }

  /** The same sources in half precision. */
  public static Path halfPrecision() {
    return FOLDER.resolve("fault16/kernel.yaml");
  }

  public static Kernel read(String backend) {
    return KernelReader.read(file(), backend);
  }

  /** The default with one fault. */
  public static Configuration with(Kernel kernel, String fault) {
    return kernel.defaultConfiguration().with("FAULT", Value.of(fault));
  }

  private static Path unpacked() {
    try (InputStream half =
        Objects.requireNonNull(
            FaultKernel.class.getResourceAsStream("/kernels/fault16/kernel.yaml"))) {
      Path folder = Files.createTempDirectory("evo-fault-");
      ShippedSources.fault(folder);
      Path beside = Files.createDirectory(folder.resolve("fault16"));
      Files.copy(half, beside.resolve("kernel.yaml"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var paths = Files.walk(folder)) {
      paths.sorted(java.util.Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      // It is in the temporary folder, where others clean up.
    }
  }
}
