package dev.evokernel.cuda;

import static dev.evokernel.cuda.LaunchConfiguration.ATTRIBUTE;
import static dev.evokernel.cuda.LaunchConfiguration.CONFIG;
import static dev.evokernel.cuda.LaunchConfiguration.offset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.file.ToolRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchConfigurationIT {

  @TempDir Path folder;

  @Test
  void layouts_offsets_areTheDriversOwn() {
    assertThat(numbers()).isEqualTo("56 24 32 40 48 72 8 12 16");
  }

  @Test
  void layouts_offsets_areThoseOfTheToolkitsHeader() throws IOException {
    Optional<Path> headers = Toolkit.find(System.getenv(), Path.of("/"), 99).headers();
    assumeTrue(
        headers.isPresent() && Files.exists(headers.get().resolve("cuda.h")), "no cuda.h here");
    Path source =
        Files.writeString(
            folder.resolve("offsets.c"),
            """
            #include <cuda.h>
            #include <stddef.h>
            #include <stdio.h>
            int main() {
              size_t value = offsetof(CUlaunchAttribute, value);
              printf("%zu %zu %zu %zu %zu %zu %zu %zu %zu", sizeof(CUlaunchConfig),
                offsetof(CUlaunchConfig, sharedMemBytes), offsetof(CUlaunchConfig, hStream),
                offsetof(CUlaunchConfig, attrs), offsetof(CUlaunchConfig, numAttrs),
                sizeof(CUlaunchAttribute), value,
                value + offsetof(CUlaunchAttributeValue, clusterDim.y),
                value + offsetof(CUlaunchAttributeValue, clusterDim.z));
              return sizeof(CUtensorMap) != 128 || CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION != 4
                || CU_LAUNCH_ATTRIBUTE_COOPERATIVE != 2
                || offsetof(CUlaunchAttributeValue, cooperative) != 0
                || CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE != 720
                || CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT != 9
                || CU_SHAREDMEM_CARVEOUT_DEFAULT != -1
                || CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED != 14
                || CU_TENSOR_MAP_DATA_TYPE_FLOAT16 != 6 || CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 != 9
                || CU_TENSOR_MAP_SWIZZLE_128B != 3 || CU_TENSOR_MAP_L2_PROMOTION_L2_128B != 2;
            }
            """);
    String program = folder.resolve("offsets").toString();
    ToolRun build = run(List.of("cc", "-I" + headers.get(), source.toString(), "-o", program));
    assertThat(build.succeeded()).as(build.output()).isTrue();

    ToolRun run = run(List.of(program));

    assertThat(run.output()).isEqualTo(numbers());
    assertThat(run.status()).isZero();
  }

  private static String numbers() {
    return LongStream.of(
            CONFIG.byteSize(),
            offset(CONFIG, "sharedMemBytes"),
            offset(CONFIG, "hStream"),
            offset(CONFIG, "attrs"),
            offset(CONFIG, "numAttrs"),
            ATTRIBUTE.byteSize(),
            offset(ATTRIBUTE, "valueX"),
            offset(ATTRIBUTE, "valueY"),
            offset(ATTRIBUTE, "valueZ"))
        .mapToObj(Long::toString)
        .collect(Collectors.joining(" "));
  }

  private static ToolRun run(List<String> command) {
    try {
      return ToolRun.of(command, Duration.ofSeconds(60));
    } catch (IOException absent) {
      assumeTrue(false, "no C compiler on this machine");
      throw new IllegalStateException(absent);
    }
  }
}
