package dev.evokernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The device fills inputs exactly as the host does, whatever options its code was compiled with.
 */
@Tag("gpu")
@Tag("hardware")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CudaFillIT {

  private static final List<Integer> SIZES = List.of(1, 7, 255, 256, 257, 131_071, (1 << 21) + 3);
  private static final int BEYOND = 64;
  private static final byte UNTOUCHED = 0x5A;

  private static final List<Fill> FILLS =
      List.of(
          new Fill.Normal(0, 1),
          new Fill.Normal(-3.7, 1e-4),
          new Fill.Normal(1e3, 3e5),
          new Fill.Normal(0, 1e-41),
          new Fill.Uniform(0, 1),
          new Fill.Uniform(-0.1, 0.3),
          new Fill.Uniform(-300, 70_000),
          new Fill.Uniform(-1e19, 1e19),
          new Fill.Constant(-2.5),
          new Fill.Constant(1e300),
          new Fill.Index(),
          new Fill.Sorted(new Fill.Normal(1, 2)),
          new Fill.Sorted(new Fill.Uniform(-0.1, 0.3)));

  private final Map<List<String>, CudaProgram> programs = new HashMap<>();

  private GpuFixture gpu;
  private Handles.Stream stream;

  @BeforeAll
  void open(@TempDir Path folder) {
    gpu = GpuFixture.open(folder);
    stream = new Handles.Stream();
    Status.machine(JCudaDriver.cuStreamCreate(stream, 1), "creating a stream");
  }

  @AfterAll
  void close() {
    programs.values().forEach(CudaProgram::close);
    JCudaDriver.cuStreamDestroy(stream);
    gpu.close();
  }

  static Stream<Arguments> every() {
    return Stream.of(List.<String>of(), List.of("--use_fast_math"))
        .flatMap(
            flags ->
                Arrays.stream(ElementType.values())
                    .flatMap(type -> FILLS.stream().map(fill -> Arguments.of(type, fill, flags))));
  }

  @ParameterizedTest
  @MethodSource("every")
  void fill_onTheDevice_isTheHostsBitForBit(ElementType type, Fill fill, List<String> flags) {
    var argument =
        new Argument.Buffer(
            "x",
            type,
            List.of(),
            fill,
            Argument.Access.INPUT,
            List.of(),
            Argument.Check.ELEMENTS,
            "x",
            true,
            false);
    CudaProgram program = programs.computeIfAbsent(flags, this::program);
    try (var inspection = new Inspection(program, stream)) {
      for (int size : SIZES) {
        for (long seed : new long[] {1, -5, Long.MIN_VALUE}) {
          byte[] device = filled(inspection, argument, seed, size);

          byte[] host = Arrays.copyOf(host(argument, seed, size), device.length);
          Arrays.fill(host, (int) type.bytes(size), host.length, UNTOUCHED);
          assertThat(Arrays.mismatch(device, host))
              .as("first differing byte of %d elements with seed %d", size, seed)
              .isEqualTo(-1);
        }
      }
    }
  }

  private byte[] filled(Inspection inspection, Argument.Buffer argument, long seed, int size) {
    byte[] bytes = new byte[(int) argument.type().bytes(size) + BEYOND];
    try (Memory memory = Memory.allocate(bytes.length)) {
      Status.machine(
          JCudaDriver.cuMemsetD8Async(memory.at(0), UNTOUCHED, bytes.length, stream), "filling");
      inspection.fill(
          new BufferLayout.Slot(argument, 3, size, 0, 0, 0), InputSet.usual(seed), memory.at(0));
      Status.machine(JCudaDriver.cuStreamSynchronize(stream), "filling");
      Status.machine(
          JCudaDriver.cuMemcpyDtoH(Pointer.to(bytes), memory.at(0), bytes.length), "reading");
    }
    return bytes;
  }

  private static byte[] host(Argument.Buffer argument, long seed, int size) {
    double[] values = new double[size];
    new InputFill(argument.fill(), argument.type(), seed, 3, null).at(0, values, size);
    ByteBuffer bytes =
        ByteBuffer.allocate((int) argument.type().bytes(size)).order(ByteOrder.nativeOrder());
    Elements.write(argument.type(), values, size, bytes);
    return bytes.array();
  }

  private CudaProgram program(List<String> flags) {
    Path file = gpu.cache().resolve("nothing.cu");
    try {
      Files.writeString(file, "extern \"C\" __global__ void nothing() {}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var reference = new Reference.Compiled(new Source(List.of(file), "nothing", flags));
    Compilation compilation = gpu.compiler().reference(reference).orElseThrow();
    assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    Binary binary = ((Compilation.Compiled) compilation).binary();
    return CudaProgram.load(
        GpuKernel.SINGLE.read(), binary, List.of("nothing"), new Configuration(Map.of()));
  }
}
