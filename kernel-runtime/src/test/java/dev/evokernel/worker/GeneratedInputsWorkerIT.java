package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a worker may take to prepare inputs that commands make. */
class GeneratedInputsWorkerIT {

  @TempDir Path folder;

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }

  @Test
  void reference_ofAKernelWithCommands_hasTheTimeOfAllOfThem() throws Exception {
    Path file = folder.resolve("kernel.yaml");
    String arguments = "(const float *x, const int *k, float *y) {}\n";
    Files.writeString(folder.resolve("copy.c"), "enum { block = BLOCK };\nvoid copy" + arguments);
    Files.writeString(folder.resolve("copied.c"), "void copied" + arguments);
    Files.writeString(
        file,
        """
        summary: A copy
        arguments:
          - {name: x, type: f32, dimensions: [N], fill: {command: [sh], timeout: 5m}}
          - {name: k, type: i32, dimensions: [N], fill: {command: [sh], timeout: 30s}}
          - {name: y, type: f32, dimensions: [N], output: true}
        tolerances: {f32: {absolute: 0, relative: 0}}
        work: {flops: N, bytes: 8 * N}
        shapes: {small: {N: 3}}
        backends:
          cpu:
            sources: [copy.c]
            entry: copy
            reference: {sources: [copied.c], entry: copied}
            parameters: {BLOCK: [1, 2]}
            default: {BLOCK: 1}
        """);
    assertThat(KernelReader.read(file, "cpu").inputs()).hasSize(2);
    var job =
        new CompileJob(
            file,
            "cpu",
            Backend.named("cpu").devices().getFirst(),
            folder.resolve("cache"),
            Duration.ofSeconds(30));
    try (CompileWorker compiler =
        CompileWorker.start(LaunchSpec.ofThisJvm(folder.resolve("logs")), job, "compile-1")) {
      assertThat(compiler.reference().limit()).isEqualTo(Duration.ofSeconds(330));
    }
  }
}
