package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Triton softmax of the examples, with answers as its builder gives them. */
final class BuiltKernelTest {

  private static final Kernel KERNEL =
      KernelFile.at(Path.of("../examples/triton/softmax").toAbsolutePath().normalize())
          .read("cuda");

  private static BuiltLaunch launch(long shared, String... arguments) {
    return new BuiltLaunch(
        "softmax",
        List.of(),
        List.of(256L),
        List.of(),
        Optional.of(shared),
        Optional.empty(),
        Optional.empty(),
        Optional.of(List.of(arguments)),
        List.of(
            new BuiltLaunch.Hidden(BuiltLaunch.Hidden.POINTER, 0),
            new BuiltLaunch.Hidden("i32", 3)));
  }

  /** One launch for each of the three binaries. */
  private static ShippedConfiguration built(BuiltLaunch... launches) {
    var binaries = new ArrayList<ShippedBinary>();
    for (int i = 0; i < launches.length; i++) {
      Shape shape = KERNEL.shapes().get(i);
      binaries.add(
          new ShippedBinary(
              i,
              KERNEL.macros(KERNEL.defaultConfiguration(), shape),
              List.of(shape.name()),
              Optional.of(
                  new ShippedBinary.Compiled(
                      new ShippedBinary.PackedImages(List.of(new byte[] {1})),
                      List.of("softmax"),
                      "cubin",
                      List.of(launches[i])))));
    }
    return new ShippedConfiguration(
            0, OptionalInt.empty(), KERNEL.defaultConfiguration(), KERNEL, List.of())
        .with(binaries);
  }

  @Test
  void launch_ofBinariesThatDiffer_isTheOneOfTheShape() {
    ShippedConfiguration one =
        built(launch(64, "X", "Y", "N"), launch(16, "X", "Y", "N"), launch(32, "X", "Y", "N"));
    LaunchGeometry launch = one.kernel().launches().getFirst();

    assertThat(KERNEL.shapes())
        .extracting(
            shape ->
                launch
                    .sharedBytes()
                    .integer(one.kernel().frame(KERNEL.defaultConfiguration(), shape)))
        .containsExactly(64L, 16L, 32L);
    assertThat(launch.grid().getFirst().text()).isEqualTo("(PROGRAMS)");
    assertThat(launch.block()).hasToString("[(256), (1), (1)]");
    assertThat(launch.cluster()).isEmpty();
    assertThat(launch.cooperative()).isEmpty();
  }

  @Test
  void arguments_thatTheBinaryTakes_areFollowedByTheHiddenOnes() {
    ShippedConfiguration one = built(launch(0, "Y", "N"));

    assertThat(one.kernel().arguments())
        .extracting(Argument::name)
        .containsExactly("Y", "N", "hidden_2", "hidden_3");
    assertThat(one.kernel().arguments().get(2)).isInstanceOf(Argument.Scratch.class);
    assertThat(one.kernel().arguments().get(3)).isInstanceOf(Argument.Scalar.class);
  }

  @Test
  void launches_withBinariesOfTheirOwn_areOneFileWithTheStartOfEach() {
    Kernel kernel = ExampleShipment.kernel("built_launches", "cuda");
    List<BuiltLaunch> launches =
        List.of(launch(0, "x", "half", "n"), launch(64, "half", "y"), launch(0, "y", "sum", "n"));
    var images =
        new ShippedBinary.PackedImages(
            List.of(new byte[] {1, 2}, new byte[] {1, 2}, new byte[] {3, 4, 5}));
    var binary =
        new ShippedBinary(
            0,
            new Configuration(Map.of()),
            List.of("small"),
            Optional.of(
                new ShippedBinary.Compiled(
                    images, List.of("doubled", "doubled", "total"), "cubin", launches)));
    ShippedConfiguration one =
        new ShippedConfiguration(
                0, OptionalInt.empty(), kernel.defaultConfiguration(), kernel, List.of())
            .with(List.of(binary));
    Shipment shipment =
        ExampleShipment.of(kernel, List.of(kernel.defaultConfiguration()), Optional.empty())
            .with(List.of(one));

    assertThat(images.bytes()).hasSize(32).startsWith(1, 2, 0).endsWith(new byte[13]);
    assertThat(images.starts()).containsExactly(0, 0, 16);
    assertThat(new LauncherFiles(shipment).texts().get("built_launches.c"))
        .contains("{0, 0, 16},")
        .contains("void *arguments_1[] = {&a_half, &a_y, &a_hidden_7, &a_hidden_8};");
    assertThat(manifest(shipment).path("binaries").path(0).path("images")).hasToString("[0,0,16]");
    assertThat(one.kernel().launches().get(1).sharedBytes().text()).isEqualTo("(64)");
  }

  /** The only configuration in the manifest. */
  private static JsonNode manifest(Shipment shipment) {
    var command = new CompileCommand(shipment, shipment.kernel().folder().resolveSibling(""));
    return JsonMapper.shared()
        .readTree(new Manifest(shipment, command, "0.2.0", new TreeMap<>()).text())
        .path("configurations")
        .path(0);
  }

  @Test
  void arguments_thatDifferBetweenBinaries_areNoPackage() {
    assertThatThrownBy(() -> built(launch(0, "X", "Y"), launch(0, "X")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("take different arguments", "[wide] or [narrow]");
  }

  @Test
  void texts_ofBuiltBinaries_passNullPointersAndNameNoCommand() {
    ShippedConfiguration one =
        built(launch(64, "X", "Y", "N"), launch(16, "X", "Y", "N"), launch(32, "X", "Y", "N"));
    Shipment shipment =
        ExampleShipment.of(KERNEL, List.of(KERNEL.defaultConfiguration()), Optional.empty())
            .with(List.of(one));

    assertThat(new LauncherFiles(shipment).texts().get("softmax.c"))
        .contains("void *arguments_0[] = {&a_X, &a_Y, &a_N, &a_hidden_3, &a_hidden_4};");
    assertThat(manifest(shipment).path("arguments"))
        .extracting(
            argument -> argument.path("kind").asString() + argument.path("value").asString(""))
        .endsWith("scratch", "scalar3");
    assertThat(new CompileCommand(shipment, KERNEL.folder()).words(one, one.binaries().getFirst()))
        .isEmpty();
  }
}
