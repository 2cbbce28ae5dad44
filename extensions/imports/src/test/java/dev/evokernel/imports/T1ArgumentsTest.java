package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments of the T1 format: types, data, fills and memory. */
final class T1ArgumentsTest extends T1Files {

  @ParameterizedTest
  @CsvSource({
    "int8, 10, i8",
    "uint8, 10, i8",
    "int16, 20, i8",
    "uint32, 10, i32",
    "int64, 10, i64",
    "half4, 40, f16",
    "float16, 160, f32",
    "float3, 30, f32",
    "double8, 80, f64",
    "int2, 20, i32",
  })
  void read_ofElementType_hasItsBytes(String type, long elements, String own) throws IOException {
    Kernel kernel =
        kernel(
            "{'Name': 'in', 'Type': '%s', 'MemoryType': 'Vector', 'Size': 10, 'FillType': 'Random'}"
                .formatted(type));
    assertThat(size(kernel, "in")).isEqualTo(elements);
    assertThat(((Argument.Buffer) kernel.arguments().getFirst()).type().label()).isEqualTo(own);
  }

  @Test
  void read_ofCustomElements_takesTheirBytes() throws IOException {
    Kernel kernel =
        kernel(
            "{'Name': 'in', 'Type': 'custom', 'TypeSize': 12, 'MemoryType': 'Vector', 'Size': 10,"
                + " 'FillType': 'Random'}");
    assertThat(size(kernel, "in")).isEqualTo(120);
  }

  @Test
  void read_ofElementsThatCannotBeWritten_saysSo() throws IOException {
    Path file =
        file(
            "",
            LAUNCH
                + ", 'Arguments': [{'Name': 'in', 'Type': 'int16', 'Size': 10, 'FillType':"
                + " 'Constant', 'FillValue': 3}]");
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(
            "'in' has elements of type int16; evo can only fill them with zeros, data or random"
                + " bytes");
  }

  @ParameterizedTest
  @CsvSource({"bool, true, 1", "bool, 0, 0", "uint8, 200, -56", "uint32, 4294967295, -1"})
  void read_ofSmallScalar_isItsBits(String type, String given, long value) throws IOException {
    Kernel kernel =
        kernel(
            "{'Name': 'flag', 'Type': '%s', 'MemoryType': 'Scalar', 'FillValue': %s}"
                .formatted(type, given));

    assertThat(kernel.arguments().getFirst())
        .isInstanceOfSatisfying(
            Argument.Scalar.class,
            it ->
                assertThat(
                        it.value()
                            .integer(
                                kernel.frame(
                                    kernel.defaultConfiguration(), kernel.shapes().getFirst())))
                    .isEqualTo(value));
  }

  @Test
  void read_ofUnsignedScalar_isTheSignedOneOfTheSameBits() throws IOException {
    Kernel kernel =
        kernel(
            "{'Name': 'digest', 'Type': 'uint32', 'MemoryType': 'Scalar', 'FillValue':"
                + " 2745829788}");
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(((Argument.Scalar) kernel.arguments().getFirst()).value().integer(frame))
        .isEqualTo(2745829788L - (1L << 32));
  }

  @Test
  void read_ofDataAndExpectedResults_writesThemInTheFolder() throws IOException {
    ByteBuffer raw = ByteBuffer.allocate(4 * 4096).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 4096; i++) {
      raw.putFloat(i / 2f);
    }
    Files.write(temporary.resolve("data.bin"), raw.array());
    String vector = "'Type': 'float', 'MemoryType': 'Vector', 'Size': 4096, 'TypeSize': 4, ";
    Kernel kernel =
        kernel(
            file(
                "unroll",
                LAUNCH
                    + ", 'Arguments': [{'Name': 'index', "
                    + vector
                    + "'FillType': 'Generator', 'DataSource': 'i % 7 + 0.5'}, {'Name': 'data', "
                    + vector
                    + "'FillType': 'BinaryRaw', 'DataSource': 'data.bin'}, "
                    + OUTPUT
                    + "], 'ReferenceArguments': [{'Name': 'reference', 'TargetName': 'out',"
                    + " 'FillType': 'Generator', 'DataSource': '2 * i + 3'}]"),
            ImportOptions.NONE);

    assertThat(kernel.reference()).isInstanceOf(Reference.Command.class);
    assertThat(element("data/index.npy", 12)).isEqualTo(5.5f);
    assertThat(element("data/data.npy", 9)).isEqualTo(4.5f);
    assertThat(element("expected/out.npy", 100)).isEqualTo(203f);
  }

  private float element(String file, long index) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      NpyArray array = NpyArray.read(temporary.resolve("made").resolve(file), arena);
      assertThat(array.dimensions()).containsExactly(4096L);
      return array.data().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, index);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'BinaryRaw', 'DataSource': 'short.bin' | 'short.bin' has 8 bytes, but 4096 elements of f32"
            + " have 16384",
        "'BinaryRaw', 'DataSource': 'none.bin' | no file",
        "'Generator', 'DataSource': 'sin(i)' | 'sin(i)' is not supported",
        "'Script', 'FillValue': 1 | unknown fill type 'script'",
      })
  void read_ofDataThatCannotBeTaken_saysWhy(String fill, String message) throws IOException {
    Files.write(temporary.resolve("short.bin"), new byte[8]);
    Path file =
        file(
            "",
            LAUNCH
                + ", 'Arguments': [{'Name': 'in', 'Type': 'float', 'Size': 4096, 'FillType': "
                + fill.replace('"', '\'')
                + "}]");
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void read_withFills_hasTheDistributionAndNoExpectedResults() throws IOException {
    Files.write(temporary.resolve("in.bin"), new byte[4 * 4096]);
    Path file =
        file(
            "unroll",
            LAUNCH
                + ", 'Arguments': [{'Name': 'in', 'Type': 'float', 'MemoryType': 'Vector', 'Size':"
                + " 4096, 'FillType': 'BinaryRaw', 'DataSource': 'in.bin', 'Distribution': {'Mean':"
                + " 2, 'Deviation': 0.5}}, "
                + OUTPUT
                + "], 'ReferenceArguments': [{'TargetName': 'out', 'FillValue': 1}]");
    ImportedKernel drawn =
        T1Import.read(
            file,
            new ImportOptions(
                Optional.empty(), Map.of(), Optional.of(true), List.of(), 1, "python3"));
    assertThat(drawn.arguments().getFirst().entries())
        .containsEntry("fill", "{normal: {mean: 2, deviation: 0.5}}");
    assertThat(drawn.hasExpectedResults()).isFalse();
    assertThat(drawn.notes())
        .contains("the expected results are omitted: they belong to other inputs");

    ImportedKernel data = T1Import.read(file, ImportOptions.NONE);
    assertThat(data.hasExpectedResults()).isTrue();
    assertThat(data.data()).containsOnlyKeys("data/in.npy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "__constant__ float table[64]; void work(float *out) {} | out, table | table",
        "__constant__ float table[64]; void work(float *out, float *t) {} | out, table_passed,"
            + " table | table",
        "void work(float *out, const float *table) {} | out, table | ''",
        "__device__ __constant__ float table[64]; void work(float (&out)[2]) {} |"
            + " out, table | table",
      })
  void read_ofConstantMemory_isWhatTheSourceSays(String source, String names, String symbols)
      throws IOException {
    Path file =
        file(
            source + " // work(float *out, unroll, threads)",
            LAUNCH
                + ", 'Arguments': ["
                + OUTPUT
                + ", {'Name': 'table', 'Type': 'float', 'MemoryType': 'Vector', 'MemType':"
                + " 'Constant', 'Size': 64, 'FillType': 'Random', 'FillValue': 2.0}]");
    ImportedKernel read = T1Import.read(file, ImportOptions.NONE);
    assertThat(read.arguments().stream().map(ImportedKernel.Argument::name))
        .containsExactly(names.split(", ", -1));
    assertThat(
            read.arguments().stream()
                .filter(it -> it.entries().containsKey("symbol"))
                .map(ImportedKernel.Argument::name))
        .isEqualTo(symbols.isEmpty() ? List.of() : List.of(symbols));
    kernel(file, ImportOptions.NONE);
  }

  @Test
  void read_ofScalarMarkedAsConstant_isAnArgument() throws IOException {
    Path file =
        file(
            "void work(float *out, int n) {}",
            LAUNCH
                + ", 'Arguments': ["
                + OUTPUT
                + ", {'Name': 'n', 'Type': 'int32', 'MemoryType': 'Scalar', 'MemType': 'Constant',"
                + " 'FillValue': 3}]");
    ImportedKernel read = T1Import.read(file, ImportOptions.NONE);
    assertThat(read.arguments().stream().map(ImportedKernel.Argument::name))
        .containsExactly("out", "n");
    assertThat(read.notes()).noneMatch(it -> it.contains("parameters in its source"));
  }

  @Test
  void read_ofArgumentAndConstantMemory_fillsBothAlike() throws IOException {
    kernel(
        file(
            "__constant__ float table[4096]; void work(float *out, float *unroll) {}",
            LAUNCH
                + ", 'Arguments': ["
                + OUTPUT
                + ", {'Name': 'table', 'Type': 'float', 'MemoryType': 'Vector', 'MemType':"
                + " 'Constant', 'Size': 4096, 'FillType': 'Random', 'FillValue': 2.0}]"),
        ImportOptions.NONE);
    assertThat(Files.readString(temporary.resolve("made/kernel.yaml")))
        .containsPattern("name: table_passed.*npy: \"data/table.npy\"")
        .containsPattern("name: table,.*symbol: constant.*npy: \"data/table.npy\"");
    assertThat(element("data/table.npy", 7)).isBetween(0f, 2f);
    assertThat(element("data/table.npy", 7)).isNotEqualTo(element("data/table.npy", 8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "const float * __restrict__ | f32",
        "float* | f32",
        "unsigned int | i32",
        "unsigned long long | i64",
        "signed long long int | i64",
        "int32_t * | i32",
        "unsigned char | i8",
      })
  void read_ofTypeAsCDeclaresIt_isThatOfTheElements(String type, String label) throws IOException {
    Kernel kernel =
        kernel(
            "{'Name': 'in', 'Type': '%s', 'MemoryType': 'Vector', 'Size': [4, '2 * 8']}"
                .formatted(type));
    var in = (Argument.Buffer) kernel.arguments().getFirst();
    assertThat(in.type().label()).isEqualTo(label);
    assertThat(in.dimensions()).hasToString("[(4) * (2 * 8)]");
  }
}
