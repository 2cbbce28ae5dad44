package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class KernelPackageTest {

  @TempDir private Path folder;

  private static KernelPackage packageOf(String name, String backend) {
    Kernel kernel = ExampleShipment.kernel(name, backend);
    return new KernelPackage(
        ExampleShipment.of(
            kernel,
            ExampleShipment.defaults(kernel),
            Optional.of(ExampleShipment.rule(kernel, "M * N", 100, 1))),
        "0.2.0");
  }

  private JsonNode manifest() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve("manifest.json")));
  }

  @ParameterizedTest
  @CsvSource({"gemm, cuda", "softmax, cpu"})
  void manifest_ofAPackage_isWhatItsSchemaDescribes(String name, String backend)
      throws IOException {
    packageOf(name, backend).write(folder);
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(folder.resolve("manifest.schema.json")));

    String text = Files.readString(folder.resolve("manifest.json"));
    assertThat(schema.validate(text, InputFormat.JSON)).isEmpty();
    assertThat(
            schema.validate(
                text.replace("\"position\" : 0", "\"position\" : \"0\""), InputFormat.JSON))
        .isNotEmpty();
    assertThat(schema.validate(text.replace("\"seed\"", "\"sead\""), InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void files_ofAPackage_areListedWithTheirDigests() throws IOException {
    var written = packageOf("gemm", "cuda").write(folder);
    JsonNode files = manifest().path("files");

    assertThat(files.size()).isEqualTo(written.size() - 1);
    for (JsonNode file : files) {
      assertThat(Sha256.of(folder.resolve(file.path("file").asString())))
          .isEqualTo(file.path("sha256").asString());
    }
    assertThat(folder.resolve("sources/common/hopper.cuh")).isRegularFile();
    assertThat(folder.resolve("sources/gemm/reference.cu")).doesNotExist();
    assertThat(folder.resolve("sources/gemm-0.cu"))
        .hasContent(
            """
            #include "common/hopper.cuh"
            #include "gemm/hopper.cu"
            """);
  }

  @Test
  void rule_inTheManifest_triesEveryConfigurationAtTheEndOfABranch() throws IOException {
    packageOf("gemm", "cuda").write(folder);
    JsonNode rule = manifest().path("rule");

    assertThat(rule.path("if").asString()).isEqualTo("M * N <= 100");
    assertThat(rule.path("then").path("configurations").toString()).isEqualTo("[0,1]");
    assertThat(folder.resolve("dispatch.h"))
        .content()
        .contains("if ((evo_mul(d->M, d->N, bad) <= 100)) { /* M * N <= 100 */");
  }

  @Test
  void write_folderOfAnotherKind_isRefusedAndLeftAlone() throws IOException {
    Files.writeString(folder.resolve("thesis.tex"), "text");

    assertThatThrownBy(() -> packageOf("softmax", "cpu").write(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(folder.toString(), "thesis.tex", "Name a new folder");
    assertThat(folder).isDirectoryNotContaining("glob:**.h");
  }

  @Test
  void write_manifestOfAnotherKind_isRefused() throws IOException {
    Files.writeString(folder.resolve("manifest.json"), "{\"files\": [{\"file\": \"a\"}]}");
    Files.writeString(folder.resolve("a"), "text");

    assertThatThrownBy(() -> packageOf("softmax", "cpu").write(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("manifest.json of another program");
    assertThat(folder.resolve("a")).hasContent("text");
  }

  @Test
  void write_overAnotherPackage_deletesItsFilesAndNoOther() throws IOException {
    packageOf("gemm", "cuda").write(folder);
    Files.writeString(folder.resolve("notes.txt"), "text");

    packageOf("softmax", "cpu").write(folder);

    assertThat(folder.resolve("gemm.c")).doesNotExist();
    assertThat(folder.resolve("sources/gemm")).doesNotExist();
    assertThat(folder.resolve("sources/common")).doesNotExist();
    assertThat(folder.resolve("softmax.c")).isRegularFile();
    assertThat(folder.resolve("notes.txt")).hasContent("text");
  }

  @Test
  void write_manifestThatLeadsOutside_deletesNothingThere() throws IOException {
    Path inner = folder.resolve("package");
    Files.writeString(folder.resolve("outside.txt"), "text");
    packageOf("gemm", "cuda").write(inner);
    Path manifest = inner.resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"dispatch.h\"", "\"../outside.txt\""));

    packageOf("gemm", "cuda").write(inner);

    assertThat(folder.resolve("outside.txt")).hasContent("text");
  }

  @Test
  void licence_besideTheSources_goesAlong() throws IOException {
    Path copy = folder.resolve("kernels/softmax");
    Files.createDirectories(copy);
    for (String file : new String[] {"kernel.yaml", "softmax.c", "reference.c"}) {
      Files.copy(Path.of("../kernels/softmax", file), copy.resolve(file));
    }
    Files.writeString(copy.resolve("softmax.cu"), "");
    Files.writeString(copy.resolve("LICENSE.txt"), "terms");
    Kernel kernel = KernelFile.at(copy).read("cpu");

    new KernelPackage(
            ExampleShipment.of(kernel, ExampleShipment.defaults(kernel), Optional.empty()), "0.2.0")
        .write(folder.resolve("package"));

    assertThat(folder.resolve("package/sources/softmax/LICENSE.txt")).hasContent("terms");
    assertThat(folder.resolve("package/sources/softmax/reference.c")).doesNotExist();
  }

  /** A kernel in C whose source has these lines first. */
  private Kernel including(String lines, String flags) throws IOException {
    Path copy = Files.createDirectories(folder.resolve("kernels/softmax"));
    for (String file : new String[] {"kernel.yaml", "softmax.c", "softmax.cu", "reference.c"}) {
      Files.copy(Path.of("../kernels/softmax", file), copy.resolve(file));
    }
    Path source = copy.resolve("softmax.c");
    Files.writeString(source, lines + "\n" + Files.readString(source));
    Path yaml = copy.resolve("kernel.yaml");
    Files.writeString(yaml, Files.readString(yaml).replaceFirst("flags: \\[", "flags: [" + flags));
    return KernelFile.at(copy).read("cpu");
  }

  @Test
  void package_ofConfigurationsWithOtherTypes_isRefused() {
    Kernel kernel = KernelFile.at(Path.of("../examples/mixed-precision")).read("cpu");
    Configuration half = kernel.defaultConfiguration().with("WEIGHTS", Value.of("f16"));
    Shipment shipment = ExampleShipment.of(kernel, List.of(half), Optional.empty());
    assertThat(shipment.kernel().entryPoint().signature().types().getFirst())
        .isEqualTo(ElementType.F16);
    List<Configuration> both = List.of(kernel.defaultConfiguration(), half);
    assertThatThrownBy(() -> ExampleShipment.of(kernel, both, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("have arguments of different types")
        .hasMessageContaining("search: {for: champion}");
  }

  private void pack(Kernel kernel) {
    new KernelPackage(
            ExampleShipment.of(kernel, ExampleShipment.defaults(kernel), Optional.empty()), "0.2.0")
        .write(folder.resolve("package"));
  }

  @Test
  void header_namedByAnAbsolutePath_isRefused() throws IOException {
    Path far = Files.createDirectories(folder.resolve("far"));
    Files.writeString(far.resolve("far.h"), "");
    Kernel kernel = including("#include \"" + far.resolve("far.h") + "\"", "");

    assertThatThrownBy(() -> pack(kernel))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("A package cannot have " + far.resolve("far.h"));
  }

  @Test
  void header_onTheSearchPath_goesAlong() throws IOException {
    Path far = Files.createDirectories(folder.resolve("far/near"));
    Files.writeString(far.resolve("far.h"), "#include \"more.h\"\n");
    Files.writeString(far.resolve("more.h"), "");
    pack(including("#include <near/far.h>", "-I" + folder.resolve("far") + ", "));

    assertThat(folder.resolve("package/sources/include-1/near/far.h")).exists();
    assertThat(folder.resolve("package/sources/include-1/near/more.h")).exists();
    assertThat(folder.resolve("package/CMakeLists.txt"))
        .content()
        .contains("-Isources/include-1")
        .doesNotContain("-I" + folder);
  }

  @Test
  void fileOfAFlag_isRefused() throws IOException {
    Path far = Files.writeString(folder.resolve("far.h"), "");
    Kernel kernel = including("", "-include" + far + ", ");
    assertThatThrownBy(() -> pack(kernel))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(
            "A package cannot have " + far + ", which the flag '-include" + far + "' names");
  }

  @Test
  void folderThatTheMachineLacks_isRefused() throws IOException {
    Kernel kernel = including("", "-I/nowhere, ");
    assertThatThrownBy(() -> pack(kernel))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("/nowhere, which the flag '-I/nowhere' names");
  }

  private static Kernel foreign(String name, String backend) {
    return KernelFile.at(
            Path.of("../kernel-runtime/src/test/resources/kernels", name)
                .toAbsolutePath()
                .normalize())
        .read(backend);
  }

  @Test
  void texts_ofSeveralLaunches_startEachWithItsArguments() throws IOException {
    Kernel kernel = ExampleShipment.kernel("launches", "cuda");
    Shipment shipment =
        ExampleShipment.of(kernel, List.of(kernel.defaultConfiguration()), Optional.empty());

    new KernelPackage(shipment, "0.2.0").write(folder);

    String launcher = Files.readString(folder.resolve("launches.c"));
    assertThat(launcher)
        .contains("void *arguments_0[] = {&a_x, &a_half, &a_n};")
        .contains("void *arguments_1[] = {&a_half, &a_y, &a_n};")
        .contains("start(functions[2], plan->more[1].grid,");
    assertThat(Files.readString(folder.resolve("dispatch.h")))
        .contains("#define EVO_LAUNCHES_LAUNCHES 3")
        .contains("{\"doubled\", \"doubled\", \"total\"}")
        .contains("plan->more[1].shared");
    assertThat(manifest().path("configurations").path(0).path("launches"))
        .extracting(launch -> launch.path("arguments").toString())
        .containsExactly(
            "[\"x\",\"half\",\"n\"]", "[\"half\",\"y\",\"n\"]", "[\"y\",\"sum\",\"n\"]");
  }

  @Test
  void flags_parametersInBraces_areInThemAndNoMacros() {
    Kernel kernel = foreign("spmv", "cuda");
    Shipment shipment =
        ExampleShipment.of(kernel, ExampleShipment.defaults(kernel), Optional.empty());
    ShippedConfiguration one = shipment.configurations().getFirst();
    ShippedBinary binary = one.binaries().getFirst();

    assertThat(one.source().entry()).doesNotContain("{");
    assertThat(shipment.symbols(binary)).isEqualTo(one.source().entries());
    assertThat(new CompileCommand(shipment, kernel.folder()).flags(one, binary))
        .noneMatch(flag -> flag.contains("{"))
        .noneMatch(
            flag ->
                kernel.source().inBraces().stream()
                    .anyMatch(name -> flag.startsWith("-D" + name + "=")));
  }
}
