package dev.evokernel.kernel.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.GemmFile;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelReaderTest {

  @TempDir Path temporary;

  @Test
  void read_repeatable_isBitwiseUnlessItSaysOtherwise() throws IOException {
    String tolerances = "tolerances:";
    assertThat(read(tolerances, tolerances).correctness().repeatsBits()).isTrue();
    assertThat(read(tolerances, "repeatable: bitwise\n" + tolerances).correctness().repeatsBits())
        .isTrue();
    assertThat(
            read(tolerances, "repeatable: within-tolerance\n" + tolerances)
                .correctness()
                .repeatsBits())
        .isFalse();
    for (String bad : List.of("sometimes", "true", "[bitwise]", "")) {
      assertThatThrownBy(() -> read(tolerances, "repeatable: " + bad + "\n" + tolerances))
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("repeatable");
    }
  }

  @Test
  void read_numerics_asksForTheBitsOfTheDefaultOrForNone() throws IOException {
    String tolerances = "tolerances:";
    assertThat(read(tolerances, tolerances).correctness().likeDefault()).isFalse();
    assertThat(
            read(tolerances, "numerics: {bits: class}\n" + tolerances).correctness().likeDefault())
        .isFalse();
    assertThat(
            read(tolerances, "numerics: {bits: default}\n" + tolerances)
                .correctness()
                .likeDefault())
        .isTrue();
    for (String bad : List.of("default", "{bits: same}", "{bit: default}", "{}", "")) {
      assertThatThrownBy(() -> read(tolerances, "numerics: " + bad + "\n" + tolerances))
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("numerics");
    }
  }

  @Test
  void read_bitsAcrossShapes_needsABatchThatRowsHave() throws IOException {
    String tolerances = "tolerances:";
    GemmFile file = new GemmFile(temporary);
    Kernel kernel =
        KernelReader.read(
            file.with("      ragged: ", "      other: {M: 131, N: 128, K: 128}\n      ragged: ")
                .with(tolerances, "numerics: {bits: across_shapes, batch: M}\n" + tolerances)
                .write(),
            "cpu");
    assertThat(kernel.correctness().batch()).isEqualTo("M");
    assertThat(kernel.correctness().isAcrossShapes()).isTrue();

    Map.of(
            "{bits: across_shapes}", "needs 'batch'",
            "{bits: default, batch: M}", "'batch' needs 'bits: across_shapes'",
            "{bits: across_shapes, batch: Q}", "names no dimension of the shapes: 'Q'",
            "{bits: across_shapes, batch: N}", "'N' is not the outermost dimension of 'C'",
            "{bits: across_shapes, batch: K}", "no output has a row for each of 'K'")
        .forEach(
            (numerics, message) ->
                assertThatThrownBy(
                        () -> read(tolerances, "numerics: " + numerics + "\n" + tolerances))
                    .as(numerics)
                    .isInstanceOf(InvalidFileException.class)
                    .hasMessageContaining(message));
  }

  @Test
  void read_defaults_areTheDefaultOfEachShape() throws IOException {
    Kernel kernel =
        read(
            "constraints:",
            "defaults: {TILE_M: 'M > 130 ? 16 : 32', small: {TILE_M: 64}}\n    constraints:");
    Configuration theDefault = kernel.defaultConfiguration();

    assertThat(theDefault.isByShape()).isTrue();
    assertThat(theDefault.plain().isByShape()).isFalse();
    assertThat(theDefault.with("TILE_M", Value.of(16)).isByShape()).isFalse();
    for (Shape shape : kernel.shapes()) {
      Value tile = theDefault.on(shape).value("TILE_M");
      assertThat(tile)
          .isEqualTo(
              Value.of(
                  shape.name().equals("small")
                      ? 64
                      : Objects.requireNonNull(shape.dimensions().get("M")) > 130 ? 16 : 32));
      assertThat(kernel.frame(theDefault, shape).value("TILE_M")).isEqualTo(tile);
      assertThat(kernel.macros(theDefault, shape).value("TILE_M")).isEqualTo(tile);
    }
  }

  @Test
  void read_defaultsWithMistakes_nameShapeAndValue() {
    Map.of(
            "{TILE_M: 'Q <= 16 ? 16 : 64'}", "unknown name 'Q'",
            "{TILE_M: 'M > 130 ? 17 : 64'}", "the default of shape 'ragged' has TILE_M=17",
            "{TILES: 16}", "'defaults' has no parameter 'TILES' to set",
            "{smal: {TILE_M: 16}}", "'defaults' names neither a parameter nor a shape 'smal'",
            "{TILE_M: '64 // (M - M)'}", "has no TILE_M, because its expression has no value there",
            "{'TILE_M > 16': {TILE_M: 16}}", "'TILE_M' is a parameter")
        .forEach(
            (defaults, message) ->
                assertThatThrownBy(
                        () -> read("constraints:", "defaults: " + defaults + "\n    constraints:"))
                    .as(defaults)
                    .isInstanceOf(InvalidFileException.class)
                    .hasMessageContaining(message));
  }

  @Test
  void read_bitsOfTheDefaultWhereLaunchesMayDiffer_isRefused() {
    assertThatThrownBy(
            () ->
                read(
                    "tolerances:",
                    "repeatable: within-tolerance\nnumerics: {bits: default}\ntolerances:"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("contradicts 'repeatable: within-tolerance'");
  }

  @Test
  void read_longSummary_isCutToOneLine() throws IOException {
    Kernel kernel = read("Single-precision matrix product", "a\n\n" + "  words ".repeat(200_000));

    assertThat(kernel.identity().summary()).hasSize(401).startsWith("a words words").endsWith("…");
  }

  private Kernel read(String old, String replacement) throws IOException {
    return KernelReader.read(
        new GemmFile(Files.createTempDirectory(temporary, "k")).with(old, replacement).write(),
        "cpu");
  }

  @Test
  void read_ofGoodFile_hasEverything() throws IOException {
    Path file = new GemmFile(temporary).write();
    Kernel kernel = KernelReader.read(file, "cpu");

    assertThat(kernel.name()).isEqualTo("gemm");
    assertThat(kernel.identity().summary()).isEqualTo("Single-precision matrix product");
    assertThat(kernel.file()).isEqualTo(file).isAbsolute();
    assertThat(kernel.backend()).isEqualTo("cpu");
    assertThat(kernel.source())
        .isEqualTo(
            new Source(
                List.of(kernel.folder().resolve("gemm.c")), "gemm", List.of("-O3", "-fopenmp")));
    assertThat(kernel.reference())
        .isEqualTo(
            new Reference.Compiled(
                new Source(
                    List.of(kernel.folder().resolve("reference.c")),
                    "gemm_reference",
                    List.of("-O2"))));
    assertThat(kernel.parameters())
        .extracting(Parameter::name)
        .containsExactly("TILE_M", "ROWS", "ALPHA", "PACK", "LAYOUT");
    assertThat(kernel.parameters())
        .extracting(Parameter::type)
        .containsExactly(Type.INTEGER, Type.INTEGER, Type.REAL, Type.BOOLEAN, Type.TEXT);
    assertThat(kernel.defaultConfiguration())
        .hasToString("TILE_M=64 ROWS=4 ALPHA=1.0 PACK=true LAYOUT=row");
    assertThat(kernel.constraints())
        .extracting(constraint -> constraint.condition().text())
        .containsExactly(
            "TILE_M % ROWS == 0", "TILE_M * 4 <= device.l1_bytes", "LAYOUT == 'row' or not PACK");
    assertThat(kernel.constraints().getFirst().because())
        .isEqualTo("a cache tile is made of whole register tiles");
    assertThat(kernel.launches()).isEmpty();
    assertThat(kernel.shapes())
        .containsExactly(
            new Shape("small", Map.of("M", 128L, "N", 128L, "K", 128L)),
            new Shape("ragged", Map.of("M", 131L, "N", 77L, "K", 59L)));
    assertThat(kernel.correctness().tolerances())
        .isEqualTo(Map.of(ElementType.F32, new Tolerance(1e-4, 1e-4)));
    assertThat(kernel.arguments()).extracting(Argument::name).containsExactly("A", "B", "C", "M");
    var b = (Argument.Buffer) kernel.arguments().get(1);
    assertThat(b.dimensions()).extracting(Expression::text).containsExactly("K", "N");
    assertThat(b.fill()).isEqualTo(new Fill.Normal(0, 0.5));
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("ragged"));
    assertThat(kernel.work().flops().integer(frame)).isEqualTo(2L * 131 * 77 * 59);
  }

  @Test
  void readAgain_isAsReadTheFirstTime() throws IOException {
    Path file = new GemmFile(temporary).write();
    Kernel first = KernelReader.read(file, "cpu");

    Kernel again = KernelReader.readAgain(file, "cpu");

    assertThat(again.defaultConfiguration()).isEqualTo(first.defaultConfiguration());
    assertThat(again.shapes()).isEqualTo(first.shapes());
    assertThat(again.source()).isEqualTo(first.source());
    assertThat(again.correctness().tolerances()).isEqualTo(first.correctness().tolerances());
    assertThat(again.arguments()).hasSameSizeAs(first.arguments());
  }

  @Test
  void readAgain_ofWhatWasSpoiltMeanwhile_saysWhatTheSchemaSays() throws IOException {
    Path file = new GemmFile(temporary).with("    default:", "    defaultz:").write();

    assertThatThrownBy(() -> KernelReader.readAgain(file, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("unknown key 'defaultz'");
  }

  @Test
  void read_ofColdShapes_knowsWhichAreTimedFromFlushedCaches() throws IOException {
    var file = new GemmFile(temporary).with("    shapes:\n", "    cold: [ragged]\n    shapes:\n");
    Kernel kernel = KernelReader.read(file.write(), "cpu");

    assertThat(kernel.shape("small").cache()).isEqualTo(CacheState.HOT);
    assertThat(kernel.shape("ragged").cache()).isEqualTo(CacheState.COLD);
    assertThat(kernel.shape("ragged")).hasToString("ragged (M=131 N=77 K=59, cold)");
    assertThat(kernel.shape("ragged")).isNotEqualTo(kernel.shape("ragged").with(CacheState.HOT));
    assertThat(KernelReader.read(new GemmFile(temporary).write(), "cpu").shapes())
        .allMatch(shape -> shape.cache() == CacheState.HOT);
  }

  @Test
  void read_ofBackendSection_replacesTheTopAsAWhole() throws IOException {
    Path file = new GemmFile(temporary).write();
    Kernel kernel = KernelReader.read(file, "cuda");
    assertThat(kernel.source().flags()).isEmpty();
    assertThat(kernel.constraints()).isEmpty();
    LaunchGeometry launch = kernel.launches().getFirst();
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("large"));
    assertThat(launch.grid()).extracting(e -> e.integer(frame)).containsExactly(64L, 4096L);
    assertThat(launch.block()).extracting(e -> e.integer(frame)).containsExactly(128L);
    assertThat(launch.sharedBytes().integer(frame)).isEqualTo(512);
  }

  @Test
  void read_ofReferenceCommand_knowsItsFilesAndLimit() throws IOException {
    var file =
        new GemmFile(temporary)
            .with(
                "reference: {sources: [reference.c], entry: gemm_reference, flags: [-O2]}",
                "reference: {command: [sh, reference.c, -q], timeout: 1m30s}")
            .write();
    Kernel kernel = KernelReader.read(file, "cpu");

    assertThat(kernel.reference())
        .isEqualTo(
            new Reference.Command(
                new ArrayProgram(
                    List.of("sh", "reference.c", "-q"),
                    Optional.empty(),
                    List.of(kernel.folder().resolve("reference.c")),
                    java.time.Duration.ofSeconds(90),
                    List.of())));
    assertThat(kernel.reference()).hasToString("sh reference.c -q");
  }

  @Test
  void read_ofReferenceThatIsTheKernelItself_hasItsConfigurationAmongTheFlags() throws IOException {
    var file =
        new GemmFile(temporary)
            .with(
                "reference: {sources: [reference.c], entry: gemm_reference, flags: [-O2]}",
                "reference: {configuration: {TILE_M: 16, ROWS: 2, ALPHA: 0.5, PACK: true, LAYOUT:"
                    + " row}}")
            .with("flags: [-O3, -fopenmp]", "flags: [-O3, '-DR={ROWS}']")
            .write();
    Kernel kernel = KernelReader.read(file, "cpu");

    var reference = (Reference.Itself) kernel.reference();
    assertThat(reference.files()).isEqualTo(kernel.source().files());
    assertThat(reference.source().entry()).isEqualTo("gemm");
    assertThat(reference.source().flags())
        .containsExactly("-O3", "-DR=2", "-DTILE_M=16", "-DALPHA=0.5", "-DPACK=1", "-DLAYOUT=row");
    assertThat(reference.configuration())
        .hasToString("TILE_M=16 ROWS=2 ALPHA=0.5 PACK=true LAYOUT=row");
  }

  @Test
  void read_ofFolder_readsItsKernelFile() throws IOException {
    Path file = new GemmFile(temporary).write();
    Path folder = java.util.Objects.requireNonNull(file.getParent());
    assertThat(KernelReader.read(folder, "cpu").file()).isEqualTo(file);
  }

  @Test
  void backends_ofFile_areInItsOrder() throws IOException {
    assertThat(KernelFile.at(new GemmFile(temporary).write()).backends())
        .containsExactly("cpu", "cuda");
  }

  @Test
  void backends_ofAnExtension_areAcceptedAndNeedALaunch() throws IOException {
    GemmFile file = new GemmFile(temporary).with("  cuda:", "  vulkan:");
    assertThat(KernelFile.at(file.write()).backends()).containsExactly("cpu", "vulkan");
    assertThat(KernelReader.read(file.write(), "cpu").backend()).isEqualTo("cpu");
    assertThat(KernelReader.read(file.write(), "vulkan").launches()).hasSize(1);

    Path without = file.with("    launch: {grid", "    #launch: {grid").write();
    assertThatThrownBy(() -> KernelReader.read(without, "vulkan"))
        .hasMessageContaining("the backend 'vulkan' has no 'launch'");
  }

  @Test
  void backends_misspelt_areNotTakenForAnExtensions() throws IOException {
    Path file = new GemmFile(temporary).with("  cuda:", "  cudda:").write();
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .hasMessageContaining(":29:3: unknown key 'cudda'")
        .hasMessageContaining("Maybe 'cuda'?");
  }

  @Test
  void breaking_ofConfiguration_namesTheShapeAndSkipsDeviceLimits() throws IOException {
    var file = new GemmFile(temporary).with("TILE_M % ROWS == 0", "M % ROWS == 0 or TILE_M > 60");
    Kernel kernel = KernelReader.read(file.write(), "cpu");
    Configuration small = kernel.defaultConfiguration().with("TILE_M", Value.of(16));
    assertThat(kernel.breaking(kernel.constraints().get(0), small, kernel.shapes()))
        .contains(kernel.shape("ragged"));
    assertThat(kernel.breaking(kernel.constraints().get(1), small, kernel.shapes())).isEmpty();
  }

  @Test
  void read_ofMissingFile_saysWhereItLooked() {
    Path file = temporary.resolve("kernel.yaml");
    assertThatThrownBy(() -> KernelReader.read(file, "cpu"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(file + ": no such file\n  The current folder is ");
  }

  @Test
  void read_withSeveralMistakes_showsAllInTheOrderOfTheFile() throws IOException {
    var file =
        new GemmFile(temporary)
            .with("TILE_M % ROWS == 0", "TILE_M % ROW == 0")
            .with("value: M}", "value: MM}");
    assertThatThrownBy(() -> KernelReader.read(file.write(), "cpu"))
        .isInstanceOfSatisfying(
            InvalidFileException.class,
            e ->
                assertThat(e.problems())
                    .extracting(
                        FileProblem::line,
                        FileProblem::column,
                        FileProblem::width,
                        FileProblem::message)
                    .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(6, 33, 2, "unknown name 'MM'"),
                        org.assertj.core.groups.Tuple.tuple(23, 28, 3, "unknown name 'ROW'")));
  }

  @Test
  void read_ofAbsentBackend_listsThoseThatAreThere() throws IOException {
    Path file = new GemmFile(temporary).write();
    assertThatThrownBy(() -> KernelReader.read(file, "replay"))
        .hasMessage(
            file
                + """
                :10:1: no section for the backend 'replay'
                  backends:
                  ^^^^^^^^
                  Known: cpu, cuda.\
                """);
  }

  @Test
  void read_ofCudaWithoutLaunch_saysHowOneLooks() throws IOException {
    var file = new GemmFile(temporary).with("    launch: {grid", "    #launch: {grid");
    assertThatThrownBy(() -> KernelReader.read(file.write(), "cuda"))
        .hasMessageContaining("the backend 'cuda' has no 'launch'")
        .hasMessageContaining("For example: launch: {grid:");
  }

  @Test
  void read_ofConstraintWithMillionsOfCombinations_samplesThem() throws IOException {
    var list =
        java.util.stream.IntStream.range(0, 1500)
            .mapToObj(Integer::toString)
            .collect(java.util.stream.Collectors.joining(", ", "[", "]"));
    var file =
        new GemmFile(temporary)
            .with("TILE_M: [16, 32, 64, 128]", "TILE_M: " + list)
            .with("ROWS: [2, 4, 8]", "ROWS: " + list)
            .with("TILE_M % ROWS == 0", "TILE_M % ROWS == 0");
    assertThatThrownBy(() -> KernelReader.read(file.write(), "cpu"))
        .hasMessageContaining("division by zero in 'TILE_M % ROWS' when TILE_M=")
        .hasMessageContaining(" ROWS=0\n");
  }

  @Test
  void read_ofConstraintWhoseDivisorAnEarlierOneExcludes_isAccepted() throws IOException {
    var file =
        new GemmFile(temporary)
            .with("ROWS: [2, 4, 8]", "ROWS: [0, 2, 4, 8]")
            .with("- {require: TILE_M % ROWS", "- ROWS != 0\n      - {require: TILE_M % ROWS");
    assertThat(KernelReader.read(file.write(), "cpu").constraints())
        .extracting(constraint -> constraint.condition().text())
        .contains("ROWS != 0", "TILE_M % ROWS == 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ROWS + ALPHA < 8 | true",
        "ROWS * ALPHA <= 4 | false",
        "(ROWS < 8 or ALPHA > 0.7) and TILE_M > 0; ROWS < 8 or ALPHA < 0.7 or M < 0 | true",
        "ROWS < 8 or ALPHA > 0.7; ROWS < 8 or PACK | false",
        "M > ROWS * 16 + 5 | true",
        "M > ROWS * 16 | false",
      })
  void read_ofAnErrorThatEarlierConstraintsOnOtherNamesExclude_isAccepted(
      String earlier, boolean accepted) throws IOException {
    var file =
        new GemmFile(temporary)
            .with(
                "- TILE_M * 4", "- " + earlier.replace("; ", "\n      - ") + "\n      - TILE_M * 4")
            .with("- \"LAYOUT", "- 128 % (ROWS - 8) == 0\n      - \"LAYOUT");
    if (accepted) {
      assertThat(KernelReader.read(file.write(), "cpu").constraints()).hasSizeGreaterThan(4);
    } else {
      assertThatThrownBy(() -> KernelReader.read(file.write(), "cpu"))
          .hasMessageContaining("division by zero in '128 % (ROWS - 8)' when ROWS=8");
    }
  }

  @Test
  void read_ofFormulasThatReadEachOtherTwice_isRefusedAtTheFirstThatIsTooLarge()
      throws IOException {
    String let =
        java.util.stream.IntStream.range(1, 25)
            .mapToObj(i -> "      a%d: a%d + a%d\n".formatted(i, i - 1, i - 1))
            .collect(java.util.stream.Collectors.joining("", "    let:\n      a0: ROWS\n", ""));
    var file = new GemmFile(temporary).with("    default: {TILE_M", let + "    default: {TILE_M");
    assertThatThrownBy(() -> KernelReader.read(file.write(), "cpu"))
        .hasMessageContaining("kernel.yaml:35:18: more than 5000 values")
        .hasMessageContaining("a13: a12 + a12");
  }
}
