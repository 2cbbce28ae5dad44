package dev.evokernel.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class T1ImportTest {

  @TempDir Path temporary;

  private static String resource(String name) throws IOException {
    try (InputStream stream = T1ImportTest.class.getResourceAsStream("/imports/" + name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A T1 file of the tests, with one thing in it replaced, and its source. */
  private Path file(String name, String old, String replacement) throws IOException {
    String text = resource(name + ".json");
    assertThat(text).contains(old);
    String source = name + (name.equals("shift") ? ".cu" : ".c");
    Files.writeString(temporary.resolve(source), resource(source));
    return Files.writeString(temporary.resolve(name + ".json"), text.replace(old, replacement));
  }

  private Kernel kernel(ImportedKernel imported) {
    Path folder = temporary.resolve("kernels/made");
    ImportedFolder.write(imported, folder);
    return KernelReader.read(folder, imported.backend());
  }

  @Test
  void read_ofFileForC_makesAKernelThatIsItsOwnReference() throws IOException {
    ImportedKernel imported = T1Import.read(file("smooth", "smooth", "smooth"), ImportOptions.NONE);
    Kernel kernel = kernel(imported);

    assertThat(kernel.backend()).isEqualTo("cpu");
    assertThat(kernel.source().files()).containsExactly(temporary.resolve("smooth.c"));
    assertThat(kernel.source().flags()).containsExactly("-O2", "-std=c11");
    assertThat(kernel.defaultConfiguration()).hasToString("rows=4 columns=256 fast=false margin=1");
    assertThat(kernel.parameters().get(1).values()).hasToString("[16, 32, 64, 128, 192, 256]");
    assertThat(kernel.reference()).isInstanceOf(Reference.Itself.class);
    assertThat(kernel.constraints()).hasSize(2);
    assertThat(kernel.arguments())
        .extracting(Argument::name)
        .containsExactly("field", "result", "width", "height", "weights");
    assertThat(kernel.entryPoint().signature().symbols()).hasSize(1);
    assertThat(imported.notes())
        .containsExactly(
            "KernelSpecification.Arguments[1].Size: 13300 is taken for size_x * size_y",
            "KernelSpecification.Arguments[3].FillValue: 70 is taken for size_y",
            "CompilerOptions has no -O level: added -O2",
            "ignored: General.FormatVersion, General.LoggingLevel,"
                + " KernelSpecification.Arguments[0].RandomSeed, SearchSettings");
  }

  @Test
  void read_ofFileForCudaInCamelCase_hasGridOfDivisorsAndConstantsForUnrolling()
      throws IOException {
    ImportedKernel imported = T1Import.read(file("shift", "shift", "shift"), ImportOptions.NONE);
    Kernel kernel = kernel(imported);

    LaunchGeometry launch = kernel.launches().getFirst();
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(kernel.defaultConfiguration())
        .hasToString("block_size_x=32 work=4 unroll_factor=4 taps=3");
    assertThat(launch.grid()).extracting(e -> e.integer(frame)).containsExactly(782L, 1L, 1L);
    assertThat(launch.block()).extracting(e -> e.integer(frame)).containsExactly(32L, 1L, 1L);
    assertThat(kernel.source().files().getFirst()).hasFileName("prelude.cuh");
    assertThat(kernel.source().inBraces()).containsExactlyInAnyOrder("unroll_factor", "taps");
    assertThat(kernel.macros(kernel.defaultConfiguration(), kernel.shape("problem")).flags())
        .isEqualTo("-Dgrid_size_y=1");
    assertThat(((Argument.Buffer) kernel.arguments().get(1)).dimensions().getFirst().integer(frame))
        .isEqualTo(200_000);
    assertThat(imported.notes())
        .contains(
            "the default 2000 of block_size_x is not one of its values: using 32",
            "the defaults violate a condition: the default is the nearest valid configuration",
            "CompilerOptions: -arch=sm_70 is omitted: evo compiles for the device");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"gridDivX\": [\"block_size_x\", \"work\"], | | 782",
        "\"gridDivX\": [\"block_size_x\", \"work\"], | \"gridDivX\": [\"block_size_x/32\"], |"
            + " 100000",
        "\"gridDivX\": [\"block_size_x\", \"work\"], | \"gridDivX\": [], | 100000",
        "\"globalSizeType\": \"OpenCL\", | \"GLOBAL_SIZE_TYPE\": \"CUDA\", | 782",
      })
  void read_ofOtherLaunch_hasItsGrid(String old, String replacement, long blocks)
      throws IOException {
    String written = replacement == null ? "" : replacement;
    Kernel kernel =
        kernel(T1Import.read(file("shift", old.strip(), written.strip()), ImportOptions.NONE));
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(kernel.launches().getFirst().grid().getFirst().integer(frame)).isEqualTo(blocks);
  }

  @Test
  void read_ofGlobalSizeInBlocks_takesItAsItIs() throws IOException {
    Path file = file("shift", "\"gridDivX\": [\"block_size_x\", \"work\"],", "");
    Files.writeString(file, Files.readString(file).replace("OpenCL", "CUDA"));
    Kernel kernel = kernel(T1Import.read(file, ImportOptions.NONE));
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    assertThat(kernel.launches().getFirst().grid())
        .extracting(e -> e.integer(frame))
        .containsExactly(25_000L, 2L, 1L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"CUDA\" | \"HIP\" | kernelSpecification.language: unsupported language 'HIP'; evo"
            + " supports CUDA, OpenCL and C",
        "\"CUDA\" | \"OpenCL\" | OpenCL has no symbols: constant memory is an argument",
        "\"kernelFile\": \"shift.cu\" | \"kernelFile\": \"lost.cu\" | lost.cu'",
        "\"float2\" | \"texel\" | kernelSpecification.arguments[1].type: unknown type" + " 'texel'",
        "work % unroll_factor | wrok % unroll_factor | configurationSpace.conditions[0].expression:"
            + " 'unroll_factor == 0 or wrok",
        "range(32, 1025, 32) | [32, 64 | the values of 'block_size_x' are not understood",
        "\"size\": \"ProblemSize\" | \"size\": \"work * 5\" | the size 'work * 5' depends on"
            + " work",
        "ProblemSize[0] + max | ProblemSize[3] + max | 'ProblemSize[3]' is out of range",
        "\"ReadWrite\" | \"ReadOnly\" | no argument is an output",
        "\"ReadWrite\" | \"Sometimes\" | unknown access 'sometimes'",
        "\"Symbol\" | \"Texture\" | evo does not support textures",
        "\"fillType\": \"Constant\" | \"fillType\": \"Script\" | unknown fill type 'script'",
        "\"fillType\": \"Constant\" | \"dataSource\": \"x.raw\" | no file",
        "\"fillValue\": \"ProblemSize[0]\" | \"random\": 1 | the scalar 'n' has no value",
        "\"kernelName\" | \"name\" | kernelSpecification: missing key 'KernelName'",
        "\"block_size_x\"} | \"threads\"} | kernelSpecification.localSize.x: 'threads' is not"
            + " supported",
        "\"configurationSpace\" | \"space\" | missing key 'ConfigurationSpace'",
      })
  void read_ofBadFile_saysFileKeyValueAndAWayOut(String old, String replacement, String message)
      throws IOException {
    Path file = file("shift", old, replacement);
    assertThatThrownBy(() -> T1Import.read(file, ImportOptions.NONE))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message)
        .hasMessageMatching("(?s).*\n  \\S.*");
  }

  @Test
  void write_whereSomethingIs_leavesItAlone() throws IOException {
    ImportedKernel imported = T1Import.read(file("smooth", "smooth", "smooth"), ImportOptions.NONE);
    assertThatThrownBy(() -> ImportedFolder.write(imported, temporary))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("exists and is not empty; nothing was written");
  }

  @Test
  void write_ofWhatEvoCannotRead_leavesNothing() throws IOException {
    Path file = file("smooth", "\"rows\"", "\"float\"");
    Files.writeString(file, Files.readString(file).replace("rows", "float"));
    ImportedKernel imported = T1Import.read(file, ImportOptions.NONE);
    assertThatThrownBy(() -> ImportedFolder.write(imported, temporary.resolve("made")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("'float' cannot be a name here");
    assertThat(temporary).isDirectoryNotContaining("glob:**made*");
  }

  @Test
  void read_withSourceElsewhere_takesThatOne() throws IOException {
    Path file = file("smooth", "smooth.c", "lost.c");
    Path source = temporary.resolve("smooth.c");
    assertThat(
            T1Import.read(
                    file,
                    new ImportOptions(
                        Optional.of(source), Map.of(), Optional.empty(), List.of(), 1, "python3"))
                .sources())
        .isEqualTo(List.of(source));
  }
}
