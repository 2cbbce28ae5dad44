package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The repository's own kernels compile wherever there is a toolkit, with or without a GPU. */
class RepositoryKernelsIT {

  /** In the sources' tree, or unpacked beside the tests. */
  static final Path KERNELS =
      Stream.of(Path.of("..", "kernels"), Path.of("kernels"))
          .filter(Files::isDirectory)
          .findFirst()
          .orElse(Path.of("kernels"));

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir Path cache;

  @BeforeEach
  void findCompiler() {
    Toolkit toolkit = Toolkit.find(System.getenv(), Path.of("/"), 99);
    assumeTrue(
        toolkit.nvrtc().or(toolkit::nvcc).isPresent(), "neither NVRTC nor nvcc on this machine");
  }

  @Test
  void compile_smallestKernel_succeeds() {
    compiles(new CudaBackend().compiler("sm_90a", cache, PATIENCE), named("rmsnorm"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm_80", "sm_90a", "sm_120a"})
  @Tag("full")
  void compile_everyDefaultMiniatureAndReference_succeeds(String architecture) throws IOException {
    long capability = Long.parseLong(architecture.replaceAll("\\D", ""));
    List<Kernel> kernels = kernels(capability);
    assumeTrue(!kernels.isEmpty(), "no kernel in CUDA under " + KERNELS.toAbsolutePath());
    Compiler compiler = new CudaBackend().compiler(architecture, cache, PATIENCE);

    kernels.parallelStream().forEach(kernel -> compiles(compiler, kernel));
  }

  private static void compiles(Compiler compiler, Kernel kernel) {
    assertThat(
            new ShapeBinaries(kernel, kernel.shapes())
                .ofProblem(macros -> compiler.reference(kernel.reference(), macros).orElseThrow()))
        .as("reference of " + kernel.name())
        .isInstanceOf(Compilation.Compiled.class);
    assertThat(ofDefault(compiler, kernel))
        .as(kernel.name())
        .isInstanceOf(Compilation.Compiled.class);
    if (kernel.miniature().isPresent()) {
      assertThat(ofDefault(compiler, kernel.inSmall()))
          .as("miniature of " + kernel.name())
          .isInstanceOf(Compilation.Compiled.class);
    }
  }

  private static Compilation ofDefault(Compiler compiler, Kernel kernel) {
    Configuration configuration = kernel.defaultConfiguration();
    return new ShapeBinaries(kernel, kernel.shapes())
        .ofCandidate(
            configuration,
            macros ->
                compiler.compile(kernel.source(), configuration.withoutVariant().and(macros)));
  }

  /**
   * A kernel of the repository, or one of its variants as a kernel, for example {@code
   * gemm/hopper}.
   */
  static Kernel named(String name) {
    String[] parts = name.split("/", 2);
    Kernel kernel = KernelReader.read(KERNELS.resolve(parts[0]), "cuda");
    return parts.length == 1 ? kernel : variant(name).kernel();
  }

  /** One of the variants of a kernel of the repository, for example {@code gemm/hopper}. */
  static Variant variant(String name) {
    String[] parts = name.split("/", 2);
    return KernelReader.read(KERNELS.resolve(parts[0]), "cuda")
        .variants()
        .find(parts[1])
        .orElseThrow();
  }

  /** Every variant as a kernel of its own, but for those that require another device. */
  private static List<Kernel> kernels(long capability) throws IOException {
    try (Stream<Path> folders = Files.list(KERNELS)) {
      return folders
          .map(folder -> folder.resolve("kernel.yaml"))
          .filter(Files::isRegularFile)
          .filter(file -> KernelFile.at(file).backends().contains("cuda"))
          .sorted()
          .map(file -> KernelReader.read(file, "cuda"))
          .flatMap(
              kernel ->
                  kernel.variants().isEmpty()
                      ? Stream.of(kernel)
                      : kernel.variants().all().stream()
                          .filter(it -> it.unmet(_ -> capability).isEmpty())
                          .map(Variant::kernel))
          .toList();
    }
  }
}
