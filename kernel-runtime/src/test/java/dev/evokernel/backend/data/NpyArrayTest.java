package dev.evokernel.backend.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.reference.NpyWriter;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NpyArrayTest {

  @TempDir Path folder;

  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void close() {
    arena.close();
  }

  @ParameterizedTest
  @EnumSource
  void read_ofWhatWasWritten_isTheSame(ElementType type) throws IOException {
    Path file = folder.resolve("x.npy");

    NpyWriter.write(file, type, List.of(3L, 5L), new InputFill(new Fill.Index(), type, 1, 0, null));

    NpyArray array = NpyArray.read(file, arena);
    assertThat(array.type()).isEqualTo(type.plain());
    assertThat(array.dimensions()).containsExactly(3L, 5L);
    double[] values = IntStream.range(0, 15).mapToDouble(i -> i).toArray();
    ByteBuffer rounded = ByteBuffer.allocate(Long.BYTES * values.length);
    Elements.write(type, values, values.length, rounded);
    Elements.read(type, rounded, values.length, values);
    assertThat(values(array)).containsExactly(values);
    assertThat(Files.size(file)).isEqualTo(128 + 15L * array.type().bytes());
  }

  @ParameterizedTest
  @EnumSource(names = {"F16", "BF16", "F32", "I64", "F4E2M1"})
  void write_ofManyChunks_hasTheElementsInTheirOrder(ElementType type) throws IOException {
    Path file = folder.resolve("x.npy");
    int elements = 7 * (1 << 15) + 4_321;
    var fill = new Fill.Normal(0, 9);

    NpyWriter.write(file, type, List.of((long) elements), new InputFill(fill, type, 3, 1, null));

    double[] values = new double[elements];
    new InputFill(fill, type, 3, 1, null).at(0, values, elements);
    ByteBuffer rounded = ByteBuffer.allocate(Long.BYTES * elements);
    Elements.write(type, values, elements, rounded);
    Elements.read(type, rounded, elements, values);
    ByteBuffer plain =
        ByteBuffer.allocate((int) type.plain().bytes(elements)).order(ByteOrder.LITTLE_ENDIAN);
    Elements.write(type.plain(), values, elements, plain);
    byte[] written = Files.readAllBytes(file);
    assertThat(Arrays.copyOfRange(written, 128, written.length)).isEqualTo(plain.array());
  }

  @Test
  void write_elementsThatAreMissing_fails() {
    NpyArray few = new NpyArray(ElementType.F32, List.of(2L), Arena.ofAuto().allocate(8));

    assertThatThrownBy(
            () ->
                NpyWriter.write(
                    folder.resolve("x.npy"),
                    ElementType.F32,
                    List.of(1L << 17),
                    new InputFill(new Fill.Constant(0), ElementType.F32, 1, 0, few)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void write_bf16_roundsBeforeItWidens() throws IOException {
    Path file = folder.resolve("x.npy");

    NpyWriter.write(
        file,
        ElementType.BF16,
        List.of(1L),
        new InputFill(new Fill.Constant(1.003), ElementType.BF16, 1, 0, null));

    assertThat(values(NpyArray.read(file, arena))).containsExactly(1.0);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 0"})
  void read_ofEveryVersion_findsTheData(int major, int minor) throws IOException {
    Path file = write(major, minor, "{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }", 2);

    assertThat(values(NpyArray.read(file, arena))).containsExactly(0, 1);
  }

  @Test
  void read_ofColumns_givesRows() throws IOException {
    Path file = write(1, 0, "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3, 2), }", 12);

    assertThat(values(NpyArray.read(file, arena)))
        .containsExactly(0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11);
  }

  @Test
  void read_ofOneNumber_hasNoDimensions() throws IOException {
    Path file = write(1, 0, "{'descr': '<i4', 'fortran_order': False, 'shape': (), }", 1);

    assertThat(NpyArray.read(file, arena).dimensions()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }|type >f4, not <f2",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }|type a structure",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }|holds 8 bytes of data, not 12",
        "{'descr': '<f4', 'fortran_order': False}|has no shape",
      })
  void read_ofWhatKernelsDoNotKnow_saysWhy(String header, String said) throws IOException {
    Path file = write(1, 0, header.replace('"', '\''), 2);

    assertThatThrownBy(() -> NpyArray.read(file, arena)).hasMessageContaining(said);
  }

  @Test
  void read_ofAnotherFormat_saysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("x.npy"), "1, 2, 3, 4, 5");

    assertThatThrownBy(() -> NpyArray.read(file, arena)).hasMessage("is not in NumPy's format");
  }

  /** A file with four-byte elements 0, 1, 2 … */
  private Path write(int major, int minor, String header, int count) throws IOException {
    byte[] text = header.getBytes(StandardCharsets.US_ASCII);
    var bytes = java.nio.ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
    bytes
        .put(NpyArray.header(ElementType.F32, List.of()), 0, 6)
        .put((byte) major)
        .put((byte) minor);
    if (major == 1) {
      bytes.putShort((short) text.length);
    } else {
      bytes.putInt(text.length);
    }
    bytes.put(text);
    for (int i = 0; i < count; i++) {
      bytes.putInt(i);
    }
    return Files.write(folder.resolve("x.npy"), Arrays.copyOf(bytes.array(), bytes.position()));
  }

  private static double[] values(NpyArray array) {
    int count = (int) (array.data().byteSize() / array.type().bytes());
    double[] values = new double[count];
    var bytes = array.data().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    Elements.read(array.type(), bytes, count, values);
    return values;
  }
}
