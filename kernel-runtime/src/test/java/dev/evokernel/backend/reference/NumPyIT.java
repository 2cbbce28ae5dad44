package dev.evokernel.backend.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.ToolRun;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that NumPy wrote, and files that it reads. */
class NumPyIT {

  @TempDir Path folder;

  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void close() {
    arena.close();
  }

  @Test
  void read_andWrite_agreeWithNumPy() throws IOException {
    Path made = folder.resolve("made.npy");
    NpyWriter.write(
        made,
        ElementType.F16,
        List.of(2L, 3L),
        new InputFill(new Fill.Index(), ElementType.F16, 1, 0, null));
    String script =
        """
        import numpy as np, sys
        folder = sys.argv[1]
        made = np.load(folder + '/made.npy')
        assert made.dtype == np.float16 and made.shape == (2, 3) and made[1, 2] == 5, made
        np.save(folder + '/rows.npy', np.arange(6.0).reshape(2, 3))
        np.save(folder + '/columns.npy', np.arange(6, dtype=np.float32).reshape(3, 2).T)
        with open(folder + '/second.npy', 'wb') as f:
          np.lib.format.write_array(f, np.arange(6, dtype=np.int64), version=(2, 0))
        """;
    ToolRun run = python(List.of("python3", "-c", script, folder.toString()));
    assumeTrue(!run.output().contains("No module named"), "python3 has no numpy");

    assertThat(run.succeeded()).as(run.output()).isTrue();
    NpyArray rows = NpyArray.read(folder.resolve("rows.npy"), arena);
    NpyArray columns = NpyArray.read(folder.resolve("columns.npy"), arena);
    NpyArray second = NpyArray.read(folder.resolve("second.npy"), arena);
    assertThat(rows.type()).isEqualTo(ElementType.F64);
    assertThat(rows.dimensions()).containsExactly(2L, 3L);
    assertThat(values(rows)).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(columns.dimensions()).containsExactly(2L, 3L);
    assertThat(values(columns)).containsExactly(0, 2, 4, 1, 3, 5);
    assertThat(second.type()).isEqualTo(ElementType.I64);
    assertThat(values(second)).containsExactly(0, 1, 2, 3, 4, 5);
  }

  private static ToolRun python(List<String> command) {
    try {
      return ToolRun.of(command, Duration.ofSeconds(60));
    } catch (IOException absent) {
      assumeTrue(false, "no python3 on this machine");
      throw new IllegalStateException(absent);
    }
  }

  private static double[] values(NpyArray array) {
    int count = (int) (array.data().byteSize() / array.type().bytes());
    double[] values = new double[count];
    var bytes = array.data().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    Elements.read(array.type(), bytes, count, values);
    return values;
  }
}
