package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;

/** The first OpenCL device, and the fault kernel of this module. */
final class OpenClFixture {

  private static final String FOLDER = "/kernels/clfault/";

  private OpenClFixture() {}

  static boolean present() {
    return !new OpenClBackend().devices().isEmpty();
  }

  static Kernel kernel() {
    return KernelReader.read(folder(), "opencl");
  }

  /** Folder of the fault kernel, in the module's test resources. */
  static Path folder() {
    try {
      Path folder = Files.createTempDirectory("evo-clfault-");
      for (String name : List.of("kernel.yaml", "fault.cl", "reference.cl")) {
        try (InputStream file =
            Objects.requireNonNull(OpenClFixture.class.getResourceAsStream(FOLDER + name))) {
          Files.copy(file, folder.resolve(name));
          folder.resolve(name).toFile().deleteOnExit();
        }
      }
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
