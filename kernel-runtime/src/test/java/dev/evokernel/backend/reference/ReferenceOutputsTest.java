package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReferenceOutputsTest {

  private static final DeviceIdentity DEVICE = new DeviceIdentity("cpu", "a model", "1");

  @TempDir Path cache;

  private final Kernel kernel = FaultKernel.read("cpu");
  private int runs;
  private Runnable meanwhile = () -> {};

  @Test
  void of_again_isReadAndNotComputed() {
    assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 1");
    assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 1");

    assertThat(runs).isEqualTo(1);
  }

  @Test
  void of_anythingElse_isComputed() {
    outputs(DEVICE, "00", "small", 1);
    outputs(DEVICE, "00", "small", 2);
    outputs(DEVICE, "00", "ragged", 1);
    outputs(DEVICE, "11", "small", 1);
    outputs(new DeviceIdentity("cpu", "another model", "1"), "00", "small", 1);

    assertThat(runs).isEqualTo(5);
  }

  @Test
  void of_damaged_isComputedAgain() throws IOException {
    outputs(DEVICE, "00", "small", 1);
    try (Stream<Path> files = Files.walk(cache.resolve("expected"))) {
      Files.writeString(
          files.filter(file -> file.endsWith("y")).findFirst().orElseThrow(), "result 7");
    }

    assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 2");
    assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 2");
  }

  @Test
  void of_storedByAnotherProcessMeanwhile_leavesItsFilesInPlace() {
    meanwhile =
        () -> {
          meanwhile = () -> {};
          assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 2");
        };

    assertThat(outputs(DEVICE, "00", "small", 1)).isEqualTo("result 2");
  }

  /** A mapped file would be an InternalError here, or the end of the process. */
  @Test
  void write_fullDisk_throwsAnExceptionThatNamesIt() {
    try (Arena arena = Arena.ofConfined()) {
      assertThatThrownBy(() -> NpyWriter.write(Path.of("/dev/full"), arena.allocate(100_000)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("No space left on device");
    }
  }

  private String outputs(DeviceIdentity device, String digest, String shape, long seed) {
    var binary = new Binary(Path.of("reference.so"), digest, 0);
    var kept =
        new ReferenceOutputs(
            kernel, device, new PreparedReference(Optional.of(binary), cache, Duration.ZERO));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment output =
          Objects.requireNonNull(
              kept.of(kernel.shape(shape), InputSet.usual(seed), this::run, arena).get("y"));
      return new String(output.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
  }

  private Map<String, MemorySegment> run() {
    runs++;
    byte[] result = ("result " + runs).getBytes(StandardCharsets.UTF_8);
    meanwhile.run();
    return Map.of("y", MemorySegment.ofArray(result));
  }
}
