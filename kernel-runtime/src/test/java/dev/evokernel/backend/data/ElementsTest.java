package dev.evokernel.backend.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsTest {

  @ParameterizedTest
  @EnumSource(ElementType.class)
  void write_thenRead_keepsSmallWholeNumbers(ElementType type) {
    double[] values = type.isPacked() ? new double[] {0, 1, 3, 4} : new double[] {0, 1, 3, 96};
    if (!type.isUnsigned()) {
      values[2] = -3;
    }

    assertThat(thereAndBack(type, values)).containsExactly(values);
  }

  @ParameterizedTest
  @CsvSource({
    "F16, 0.1, 0.0999755859375",
    "BF16, 0.1, 0.10009765625",
    "BF16, 1.00390625, 1",
    "BF16, 1.01171875, 1.015625",
    "BF16, NaN, NaN",
    "F16, 1e9, Infinity",
    "I8, 300, 127",
    "F8E4M3, 0.1, 0.1015625",
    "F8E4M3, 17, 16",
    "F8E4M3, 19, 20",
    "F8E4M3, 1e9, 448",
    "F8E4M3, -Infinity, -448",
    "F8E4M3, NaN, NaN",
    "F8E4M3, 0.0009765625, 0",
    "F8E4M3, -0.001, -0.001953125",
    "F8E5M2, 0.1, 0.09375",
    "F8E5M2, 61440, Infinity",
    "F8E5M2, 61439, 57344",
    "F8E5M2, NaN, NaN",
    "F4E2M1, 2.5, 2",
    "F4E2M1, 0.3, 0.5",
    "F4E2M1, -1e9, -6",
    "I4, 9, 7",
    "I4, -9, -8",
    "U4, 17, 15",
    "U8, -3, 0",
    "U8, 300, 255",
    "I16, 4e4, 32767",
    "U16, 7e4, 65535",
    "U32, 5e9, 4294967295",
    "U64, 1e19, 1e19",
    "U64, -1, 0",
    "I32, 3e9, 2147483647"
  })
  void write_betweenTwoElements_roundsToTheNearest(ElementType type, double value, double written) {
    assertThat(thereAndBack(type, value)).containsExactly(written);
  }

  @ParameterizedTest
  @EnumSource(names = {"F4E2M1", "F8E4M3", "F8E5M2"})
  void read_everyCode_isWrittenBackAsItself(ElementType type) {
    int codes = 1 << type.bits();
    byte[] all = new byte[(int) type.bytes(codes)];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (type.isPacked() ? 2 * i % 16 | (2 * i + 1) % 16 << 4 : i);
    }
    double[] values = new double[codes];
    Elements.read(type, ByteBuffer.wrap(all), codes, values);
    byte[] back = new byte[all.length];
    Elements.write(type, values, codes, ByteBuffer.wrap(back));

    for (int i = 0; i < codes; i++) {
      if (!Double.isNaN(values[i])) {
        int at = type.isPacked() ? i / 2 : i;
        assertThat(back[at]).as("code %d, %s", i, values[i]).isEqualTo(all[at]);
      }
    }
    assertThat(values[1])
        .isEqualTo(
            type == ElementType.F8E5M2 ? 0x1p-16 : type == ElementType.F8E4M3 ? 0x1p-9 : 0.5);
  }

  @Test
  void at_sameSeedAndArgument_givesTheSameStreamWhateverTheChunks() {
    double[] whole = new double[10];
    double[] part = new double[5];
    new InputFill(new Fill.Normal(0, 1), ElementType.F32, 42, 0, null).at(0, whole, 10);
    var chunked = new InputFill(new Fill.Normal(0, 1), ElementType.F32, 42, 0, null);
    chunked.at(0, part, 5);
    chunked.at(5, part, 5);

    assertThat(part).containsExactly(java.util.Arrays.copyOfRange(whole, 5, 10));
  }

  @Test
  void at_otherSeedOrArgument_givesAnotherStream() {
    assertThat(first(42, 0)).isNotEqualTo(first(43, 0)).isNotEqualTo(first(42, 1));
    assertThat(first(42, 1)).isNotEqualTo(first(43, 0));
  }

  @Test
  void at_normal_hasTheMeanAndDeviationAskedFor() {
    double[] values = new double[20_000];
    new InputFill(new Fill.Normal(3, 0.5), ElementType.F64, 7, 1, null)
        .at(0, values, values.length);

    double mean = java.util.stream.DoubleStream.of(values).average().orElseThrow();
    double squares =
        java.util.stream.DoubleStream.of(values).map(x -> (x - mean) * (x - mean)).sum();
    assertThat(mean).isBetween(2.98, 3.02);
    assertThat(Math.sqrt(squares / values.length)).isBetween(0.49, 0.51);
  }

  @Test
  void at_uniformIntegers_areWholeAndInRange() {
    double[] values = new double[1000];
    new InputFill(new Fill.Uniform(-2, 3), ElementType.I32, 7, 1, null)
        .at(0, values, values.length);

    assertThat(values).containsOnly(-2, -1, 0, 1, 2);
  }

  @Test
  void at_index_countsOnAcrossChunks() {
    var index = new InputFill(new Fill.Index(), ElementType.F32, 7, 1, null);
    double[] values = new double[2];
    index.at(0, values, 2);
    index.at(2, values, 2);

    assertThat(values).containsExactly(2, 3);
  }

  private static double first(long seed, int argument) {
    double[] value = new double[1];
    new InputFill(new Fill.Uniform(0, 1), ElementType.F64, seed, argument, null).at(0, value, 1);
    return value[0];
  }

  private static double[] thereAndBack(ElementType type, double... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) type.bytes(values.length)).order(ByteOrder.nativeOrder());
    double[] read = new double[values.length];
    Elements.write(type, values, values.length, bytes);
    Elements.read(type, bytes, values.length, read);
    return read;
  }
}
