package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.Shape;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pathology of the repository's kernels computes the same as the kernel without it. */
@Tag("gpu")
@Tag("hardware")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PathologiesIT {

  private GpuFixture gpu;

  @BeforeAll
  void open(@TempDir Path cache) {
    gpu = GpuFixture.open(cache);
  }

  @AfterAll
  void close() {
    gpu.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gemm/ampere",
        "gemm/hopper",
        "attention/ampere",
        "attention/hopper",
        "rmsnorm",
        "softmax"
      })
  void gate_everyPathologyOfTheDefault_accepts(String name) throws IOException {
    Kernel kernel = RepositoryKernelsIT.named(name);
    assumeTrue(gpu.runs(name), name + " is not for this device");
    for (Shape shape : shapes(kernel)) {
      List<Pathology> pathologies =
          kernel.pathologies().stream()
              .filter(it -> isFor(kernel, it.applied(kernel.defaultConfiguration()), shape))
              .toList();
      assertThat(pathologies).isNotEmpty();
      try (Workspace workspace = gpu.workspace(kernel, shape.name())) {
        for (Pathology pathology : pathologies) {
          Configuration configuration = pathology.applied(kernel.defaultConfiguration());
          var source = kernel.source().defining(pathology.macros());
          try (Program program =
              gpu.device()
                  .load(kernel, configuration, gpu.compile(kernel, source, configuration))) {
            assertThat(
                    new CorrectnessGate(kernel, shape, List.of(1L, 2L)).check(workspace, program))
                .as("%s, %s on %s", name, pathology.name(), shape)
                .isInstanceOf(VerificationResult.Accepted.class);
          }
        }
      }
    }
  }

  /** For each of its binaries the one with the least work, and the one with the oddest sizes. */
  private static List<Shape> shapes(Kernel kernel) {
    Map<Configuration, List<Shape>> byMacros =
        kernel.shapes().stream()
            .filter(shape -> kernel.broken(shape).isEmpty())
            .collect(
                Collectors.groupingBy(
                    shape -> kernel.macros(kernel.defaultConfiguration(), shape),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return byMacros.values().stream()
        .flatMap(
            some ->
                Stream.concat(
                    some.stream()
                        .min(Comparator.comparingDouble(one -> flops(kernel, one)))
                        .stream(),
                    some.stream().filter(shape -> shape.name().matches(".*(ragged|odd).*"))))
        .distinct()
        .toList();
  }

  private static double flops(Kernel kernel, Shape shape) {
    return kernel.work().flops().real(kernel.frame(kernel.defaultConfiguration(), shape));
  }

  /** Whether a configuration keeps the constraints on this device. */
  private boolean isFor(Kernel kernel, Configuration configuration, Shape shape) {
    Frame frame = kernel.frame(configuration, shape);
    for (Limit limit : Limit.values()) {
      frame.set(limit.expressionName(), Value.of(gpu.device().limits().value(limit)));
    }
    return kernel.constraints().stream().allMatch(constraint -> constraint.condition().test(frame));
  }
}
