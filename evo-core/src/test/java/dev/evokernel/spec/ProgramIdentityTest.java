package dev.evokernel.spec;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProgramIdentityTest {

  private static final DeviceLimits LIMITS =
      new DeviceLimits(
          Arrays.stream(Limit.values())
              .collect(Collectors.toMap(Function.identity(), limit -> 1024L)));

  private final Kernel kernel =
      KernelReader.read(Path.of("../kernels/attention"), "cuda").only(List.of("ampere"));
  private final ProgramIdentity identity = ProgramIdentity.in(kernel, kernel.shapes(), LIMITS);

  private Configuration defaultWith(String parameter, Value value) {
    return kernel.defaultConfiguration().with(parameter, value);
  }

  @Test
  void of_configurationsThatDifferOnlyForTheCompiler_isTheirBinary() {
    String theDefault = identity.of(kernel.defaultConfiguration(), "a");
    assertThat(identity.of(defaultWith("UNROLL", Value.of(2)), "a")).isEqualTo(theDefault);
    assertThat(identity.of(defaultWith("UNROLL", Value.of(2)), "b")).isNotEqualTo(theDefault);
  }

  @Test
  void of_sameBinaryOnAnotherGrid_differs() {
    assertThat(identity.of(defaultWith("TILE_Q", Value.of(128)), "a"))
        .isNotEqualTo(identity.of(kernel.defaultConfiguration(), "a"));
  }

  @Test
  void of_sameBinaryWithAnotherFunction_differs(@TempDir Path folder) throws IOException {
    Path launches = Path.of("../kernel-runtime/src/test/resources/kernels/launches");
    for (String file : List.of("launches.cu", "reference.cu")) {
      Files.copy(launches.resolve(file), folder.resolve(file));
    }
    Path file =
        Files.writeString(
            folder.resolve("kernel.yaml"),
            Files.readString(launches.resolve("kernel.yaml"))
                .replace("entry: total", "entry: 'total{KIND}'")
                .replace("  BLOCKS: [1, 3]", "  BLOCKS: [1, 3]\n  KIND: [a, b]")
                .replace("default: {", "default: {KIND: a, ")
                .replaceAll("(?s)  cpu:.*?  cuda:", "  cuda:"));
    Kernel several = KernelReader.read(file, "cuda");
    ProgramIdentity ofSeveral = ProgramIdentity.in(several, several.shapes(), LIMITS);

    assertThat(ofSeveral.of(several.defaultConfiguration().with("KIND", Value.of("b")), "a"))
        .isNotEqualTo(ofSeveral.of(several.defaultConfiguration(), "a"));
    assertThat(ofSeveral.of(several.defaultConfiguration().with("BLOCKS", Value.of(1)), "a"))
        .isNotEqualTo(ofSeveral.of(several.defaultConfiguration(), "a"));
  }

  @ParameterizedTest
  @CsvSource({
    "cluster, CLUSTER, 2",
    "cooperative, BLOCKS, 1",
    "cooperative, CARVEOUT, 50",
    "tensormap, ROWS, 8",
    "tensormap, PROMOTION, 256"
  })
  void of_sameBinaryWithOtherAttributesOrAnotherMap_differs(
      String name, String parameter, long value) {
    Path folder = Path.of("../kernel-runtime/src/test/resources/kernels");
    Kernel hopper = KernelReader.read(folder.resolve(name), "cuda");
    ProgramIdentity ofHopper = ProgramIdentity.in(hopper, hopper.shapes(), LIMITS);

    assertThat(ofHopper.of(hopper.defaultConfiguration().with(parameter, Value.of(value)), "a"))
        .isNotEqualTo(ofHopper.of(hopper.defaultConfiguration(), "a"));
  }

  @Test
  void of_sameBinaryWithOtherTypes_differs() {
    Kernel typed =
        KernelReader.read(Path.of("../kernel-runtime/src/test/resources/kernels/rounded"), "cpu");
    ProgramIdentity ofTyped = ProgramIdentity.in(typed, typed.shapes(), LIMITS);

    assertThat(ofTyped.of(typed.defaultConfiguration().with("WEIGHTS", Value.of("f32")), "a"))
        .isNotEqualTo(ofTyped.of(typed.defaultConfiguration(), "a"));
  }
}
