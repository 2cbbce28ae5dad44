package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Shape;

/**
 * Values of a kernel's arguments on one shape.
 *
 * @param stored type of a buffer's elements in memory
 */
record Arguments(
    Kernel kernel,
    Shape shape,
    BufferLayout layout,
    DeviceLimits limits,
    Frame frame,
    Function<BufferLayout.Slot, Handles.Address> address,
    Function<BufferLayout.Slot, ElementType> stored,
    CudaScratch scratch) {

  private static final int HOPPER = 90;
  private static final long TENSOR_MAP_BYTES = 128;
  private static final int INTERLEAVE_NONE = 0;
  private static final int OUTSIDE_IS_ZERO = 0;

  /**
   * Passes arguments to a function.
   *
   * @param appended names of further arguments, which the call still lacks
   */
  Call passed(
      Call bare,
      CudaFunction function,
      List<Argument> taken,
      List<BuiltLaunch.Hidden> hidden,
      List<String> appended) {
    List<MemorySegment> values =
        Stream.concat(taken.stream().map(this::value), hidden.stream().map(Arguments::hidden))
            .toList();
    List<String> names =
        Stream.of(
                taken.stream().map(Argument::name),
                hidden.stream().map(BuiltLaunch.Hidden::type),
                appended.stream())
            .flatMap(all -> all)
            .toList();
    function.parameters().ifPresent(parameters -> parameters.require(names, values));
    return bare.with(values);
  }

  private static MemorySegment hidden(BuiltLaunch.Hidden hidden) {
    return hidden.isPointer()
        ? Call.scalar(ElementType.I64, 0, 0)
        : Call.scalar(
            ElementType.ofLabel(hidden.type()), hidden.value(), Math.round(hidden.value()));
  }

  private MemorySegment value(Argument argument) {
    return switch (argument) {
      case Argument.Buffer buffer -> Call.pointer(address(buffer));
      case Argument.Scalar(_, var type, var value) ->
          type.isFloating()
              ? Call.scalar(type, value.real(frame), 0)
              : Call.scalar(type, 0, value.integer(frame));
      case Argument.ByValue(String name, Member content) ->
          new MemberBytes(
                  frame,
                  of -> this.address.apply(layout.slot(of)).value(),
                  of -> stored.apply(layout.slot(of)),
                  pointers -> scratch.upload(name, pointers).value())
              .of(content);
      case Argument.Scratch own ->
          Call.pointer(
              scratch.of(own, own.elements().integer(frame)).orElseGet(Handles.Address::new));
      case Argument.TensorMap map -> {
        requireHopper("Tensor maps need", limits);
        yield encode(
            map,
            address(map.of()),
            Launches.sizes(map.of().dimensions(), frame),
            Launches.sizes(map.box(), frame),
            map.promotion().integer(frame),
            Arena.ofAuto());
      }
    };
  }

  private Handles.Address address(Argument.Buffer buffer) {
    return address.apply(layout.slot(buffer.name()));
  }

  static void requireHopper(String who, DeviceLimits limits) {
    long capability = limits.value(Limit.COMPUTE_CAPABILITY);
    if (capability < HOPPER) {
      throw RejectionException.launchFailure(
          "%s compute capability 9.0, but the device has %d.%d. Add a constraint on device.compute_capability."
              .formatted(who, capability / 10, capability % 10));
    }
  }

  /**
   * Encodes the description that tensor copies read, in native memory.
   *
   * @param dimensions the buffer's, outermost first
   * @param box as many sizes, outermost first
   */
  private static MemorySegment encode(
      Argument.TensorMap argument,
      Handles.Address start,
      List<Long> dimensions,
      List<Long> box,
      long promotion,
      Arena arena) {
    argument.refusal(box).or(() -> argument.refusal(promotion)).ifPresent(Launches::refuse);
    int rank = dimensions.size();
    MemorySegment sizes = arena.allocate(JAVA_LONG, rank);
    MemorySegment strides = arena.allocate(JAVA_LONG, rank);
    MemorySegment boxSizes = arena.allocate(JAVA_INT, rank);
    MemorySegment ones = arena.allocate(JAVA_INT, rank);
    long stride = argument.type().bytes();
    for (int axis = 0; axis < rank; axis++) {
      long size = dimensions.get(rank - 1 - axis);
      stride *= size;
      sizes.setAtIndex(JAVA_LONG, axis, size);
      strides.setAtIndex(JAVA_LONG, axis, stride);
      boxSizes.setAtIndex(JAVA_INT, axis, Math.toIntExact(box.get(rank - 1 - axis)));
      ones.setAtIndex(JAVA_INT, axis, 1);
    }
    MemorySegment map = arena.allocate(TENSOR_MAP_BYTES, TENSOR_MAP_BYTES);
    candidate(
        DriverCalls.call(
            "cuTensorMapEncodeTiled",
            map,
            argument.type().tensorMapType(),
            rank,
            MemorySegment.ofAddress(start.value()),
            sizes,
            strides,
            boxSizes,
            ones,
            INTERLEAVE_NONE,
            argument.swizzle().number(),
            Argument.TensorMap.PROMOTIONS.indexOf(promotion),
            OUTSIDE_IS_ZERO),
        "encoding the tensor map " + argument.name() + " with a box of " + box);
    return map;
  }
}
