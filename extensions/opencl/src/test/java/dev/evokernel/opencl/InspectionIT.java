package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The device fills inputs exactly as the host does, and digests see every byte. */
@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InspectionIT {

  private static final int ELEMENTS = 70_001;

  private static final List<Fill> FILLS =
      List.of(
          new Fill.Normal(-3.7, 1e3),
          new Fill.Uniform(-300, 70_000),
          new Fill.Constant(-2.5),
          new Fill.Index(),
          new Fill.Sorted(new Fill.Normal(0, 1)),
          new Fill.Pierced(new Fill.Uniform(0, 1)));

  private ClContext context;
  private OpenClProgram program;
  private Inspection inspection;

  @BeforeAll
  void open(@TempDir Path cache) {
    context = ClContext.open(ClDevices.ofThisMachine().usable().getFirst());
    Kernel kernel = OpenClFixture.kernel("clfault");
    var compiler =
        new OpenClCompiler(context, new OpenClBackend().binaries(cache), System.getenv());
    Compilation compiled = compiler.reference(kernel.reference()).orElseThrow();
    Binary binary = ((Compilation.Compiled) compiled).binary();
    program =
        OpenClProgram.load(
            context, kernel, binary, List.of("evo_compare"), kernel.defaultConfiguration());
    inspection = new Inspection(context, program);
  }

  @AfterAll
  void close() {
    inspection.close();
    program.close();
    context.close();
  }

  @Test
  void fill_ofATypeThatOpenClDoesNotHave_saysWhich() {
    try (ClMemory memory = allocate(64)) {
      var place = new Place<>(memory, ElementType.F8E4M3, 64);
      assertThatThrownBy(() -> inspection.spread("x", place))
          .hasMessageContaining("no elements of the type 'f8e4m3'")
          .hasMessageContaining("'arguments'");
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"F16", "BF16", "F32", "F64", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64"})
  void fill_ofEveryType_agreesWithTheHostToTheLastBit(ElementType type) {
    long bytes = (long) ELEMENTS * type.bytes();
    try (Arena arena = Arena.ofConfined();
        ClMemory memory = allocate(bytes)) {
      for (Fill fill : FILLS) {
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
        var slot = new Slot(argument, 3, ELEMENTS, 0, 0, 0);
        MemorySegment expected = arena.allocate(bytes, Long.BYTES);
        new InputFill(fill, type, 42, 3, null).write(expected);

        inspection.fill(slot, InputSet.usual(42), memory);

        MemorySegment actual = arena.allocate(bytes, Long.BYTES);
        context.download(memory, 0, actual);
        assertThat(actual.mismatch(expected)).as("%s of %s", fill, type).isEqualTo(-1);
      }
    }
  }

  @Test
  void digests_ofOneBitAnywhere_differ() {
    int bytes = (32 << 10) + 37;
    byte[] content = new byte[bytes];
    new SplittableRandom(7).nextBytes(content);
    try (Arena arena = Arena.ofConfined();
        ClMemory memory = allocate(2L * bytes + 3);
        Digests digests =
            inspection.digests(
                List.of(new Region<>(memory, 0, bytes), new Region<>(memory, bytes + 3L, bytes)))) {
      MemorySegment host = arena.allocate(bytes).copyFrom(MemorySegment.ofArray(content));
      context.upload(host, memory, 0);
      context.upload(host, memory, bytes + 3L);
      List<Long> equal = digests.compute();
      assertThat(equal.get(0)).isEqualTo(equal.get(1));

      for (int at : List.of(0, 9, (32 << 10) - 1, 32 << 10, bytes - 1)) {
        host.set(ValueLayout.JAVA_BYTE, at, (byte) (content[at] ^ 16));
        context.upload(host, memory, bytes + 3L);
        List<Long> found = digests.compute();
        assertThat(found.get(0)).isEqualTo(equal.get(0));
        assertThat(found.get(1)).as("byte %d", at).isNotEqualTo(equal.get(1));
        host.set(ValueLayout.JAVA_BYTE, at, content[at]);
      }
    }
  }

  @Test
  void openDigests_areEqualInEveryProcessAndCountNoByteBeyond() {
    int bytes = (32 << 10) + 37;
    byte[] content = new byte[bytes];
    new SplittableRandom(7).nextBytes(content);
    try (ClMemory memory = allocate(bytes)) {
      context.upload(MemorySegment.ofArray(content), memory, 0);

      assertThat(inspection.open(memory, bytes)).isEqualTo(-4494655994827948010L);
      assertThat(inspection.open(memory, bytes - 1)).isNotEqualTo(inspection.open(memory, bytes));

      content[bytes - 1]++;
      long before = inspection.open(memory, bytes - 1);
      context.upload(MemorySegment.ofArray(content), memory, 0);
      assertThat(inspection.open(memory, bytes - 1)).isEqualTo(before);
    }
  }

  @Test
  void spread_withNotFiniteElements_isThatOfTheOthers() {
    double[] values = {3, Double.NaN, -2, Double.POSITIVE_INFINITY, 7};
    long bytes = 2L * values.length;
    try (Arena arena = Arena.ofConfined();
        ClMemory memory = allocate(bytes)) {
      MemorySegment host = arena.allocate(bytes);
      Elements.write(
          ElementType.BF16,
          values,
          values.length,
          host.asByteBuffer().order(ByteOrder.nativeOrder()));
      context.upload(host, memory, 0);

      var spread = inspection.spread("y", new Place<>(memory, ElementType.BF16, values.length));

      assertThat(spread.low()).isEqualTo(-2);
      assertThat(spread.high()).isEqualTo(7);
    }
  }

  private ClMemory allocate(long bytes) {
    return context.allocate(bytes, "memory of a test");
  }
}
