package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.data.MemberBytes;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Rejection;

/**
 * Factory of kernel objects with their arguments and sizes. {@code block} of {@code launch} has the
 * work-items of a group, {@code grid} the groups, and {@code shared} the bytes of local memory,
 * which the entry takes as one more parameter after the arguments.
 */
record LaunchFactory(ClDevice device, DeviceLimits limits) {

  static final int REFERENCE_GROUPS = 16;

  static final int REFERENCE_ITEMS = 128;

  private static final String LOCAL = "local memory of 'shared'";
  private static final long LEAST_LOCAL = 16;

  /**
   * Makes the launches of a candidate.
   *
   * @throws RejectionException if the device cannot hold a group, or the arguments do not fit
   */
  List<ClKernel> ofCandidate(
      OpenClProgram program,
      Shape shape,
      Function<Argument.Buffer, ClMemory> memories,
      OpenClScratch scratch) {
    Kernel kernel = program.kernel().on(shape);
    Frame frame = limits.frame(kernel, shape, program.configuration());
    var made = new ArrayList<ClKernel>();
    try {
      for (Launch launch : kernel.entryPoint().launches()) {
        made.add(program.kernel(program.entries().get(made.size())));
        fit(made.getLast(), launch, kernel, frame, memories, scratch);
      }
      return made;
    } catch (ArithmeticException e) {
      made.forEach(ClKernel::close);
      throw RejectionException.launchFailure("The launch has no geometry: " + e.getMessage());
    } catch (RejectionException e) {
      made.forEach(ClKernel::close);
      throw e;
    }
  }

  private void fit(
      ClKernel made,
      Launch launch,
      Kernel kernel,
      Frame frame,
      Function<Argument.Buffer, ClMemory> memories,
      OpenClScratch scratch) {
    LaunchGeometry geometry = geometry(kernel, launch);
    List<Long> groups = sizes(geometry.grid(), frame);
    List<Long> items = sizes(geometry.block(), frame);
    long shared = geometry.sharedBytes().integer(frame);
    check(made, groups, items, shared);
    List<Argument> all =
        launch.arguments().isPresent() ? kernel.entryPoint().taken(launch) : kernel.arguments();
    List<Argument> taken = all.stream().filter(LaunchFactory::isTaken).toList();
    arguments(made, kernel, taken, frame, memories, scratch);
    local(made, taken.size(), shared);
    made.launches(groups, padded(items, groups.size()));
  }

  /**
   * Makes the launch of a reference, which strides over its outputs and is right under every
   * geometry.
   */
  List<ClKernel> ofReference(
      Kernel kernel,
      Shape shape,
      OpenClProgram program,
      Configuration configuration,
      Function<Argument.Buffer, ClMemory> memories,
      OpenClScratch scratch) {
    Frame frame = limits.frame(kernel, shape, configuration);
    ClKernel launch = program.kernel(program.entries().getFirst());
    arguments(
        launch,
        kernel,
        kernel.arguments().stream()
            .filter(argument -> argument.isOfTheProblem() && isTaken(argument))
            .toList(),
        frame,
        memories,
        scratch);
    launch.launches(
        List.of(REFERENCE_GROUPS * limits.value(Limit.CORES)),
        List.of(Math.min(REFERENCE_ITEMS, launch.largestGroup())));
    return List.of(launch);
  }

  long referenceItems() {
    return (long) REFERENCE_GROUPS * REFERENCE_ITEMS * limits.value(Limit.CORES);
  }

  private static LaunchGeometry geometry(Kernel kernel, Launch launch) {
    LaunchGeometry geometry = launch.geometry();
    if (geometry == null || !geometry.isDecided()) {
      throw new EnvironmentException(
          "Kernel '%s' has no launch. Add launch: {grid: …, block: …} to the section opencl of %s."
              .formatted(kernel.name(), kernel.file()));
    }
    String foreign =
        !geometry.cluster().isEmpty()
            ? "cluster"
            : geometry.cooperative().isPresent()
                ? "cooperative"
                : geometry.carveout().isPresent() ? "carveout" : "";
    if (!foreign.isEmpty()) {
      throw new EnvironmentException(
          "OpenCL has no '%1$s', which the launch of kernel '%2$s' sets. Remove '%1$s' from 'launch' in the section opencl of %3$s."
              .formatted(foreign, kernel.name(), kernel.file()));
    }
    return geometry;
  }

  /** Whether an argument has a parameter; a symbol has none, and is refused by name. */
  private static boolean isTaken(Argument argument) {
    return argument.isPassed() || (argument instanceof Argument.Buffer buffer && buffer.isSymbol());
  }

  private static void arguments(
      ClKernel launch,
      Kernel kernel,
      List<Argument> taken,
      Frame frame,
      Function<Argument.Buffer, ClMemory> memories,
      OpenClScratch scratch) {
    for (int i = 0; i < taken.size(); i++) {
      switch (taken.get(i)) {
        case Argument.Buffer buffer when buffer.isSymbol() -> throw foreign("symbol", buffer);
        case Argument.Buffer buffer -> launch.set(i, memories.apply(buffer), buffer.name());
        case Argument.Scalar scalar ->
            launch.set(i, Inspection.bytes(scalar.type(), scalar.number(frame)), scalar.name());
        case Argument.Scratch own -> {
          Optional<ClMemory> memory = scratch.of(own, own.elements().integer(frame));
          if (memory.isPresent()) {
            launch.set(i, memory.get(), own.name());
          } else {
            launch.setNull(i, own.name());
          }
        }
        case Argument.ByValue value ->
            pass(launch, i, value, frame, name -> memories.apply(buffer(kernel, name)));
        case Argument.TensorMap map -> throw foreign("tensor_map", map);
      }
    }
  }

  /** Sets a structure of numbers, the null pointer, or a pointer to the start of a buffer. */
  private static void pass(
      ClKernel launch,
      int index,
      Argument.ByValue value,
      Frame frame,
      Function<String, ClMemory> memories) {
    switch (value.content()) {
      case Member.Pointers(List<Member.Pointer> all) when all.isEmpty() ->
          launch.setNull(index, value.name());
      case Member.Pointer(String of, Expression offset, _, _) when offset.integer(frame) == 0 ->
          launch.set(index, memories.apply(of), value.name());
      case Member.Struct struct when struct.flat().stream().allMatch(LaunchFactory::isPlain) ->
          launch.set(
              index,
              new MemberBytes(frame, _ -> 0, _ -> ElementType.U8, _ -> 0)
                  .of(struct)
                  .toArray(ValueLayout.JAVA_BYTE),
              value.name());
      default -> throw foreign("pointer within a structure or a buffer", value);
    }
  }

  private static Argument.Buffer buffer(Kernel kernel, String name) {
    return kernel.arguments().stream()
        .filter(argument -> argument.name().equals(name))
        .map(Argument.Buffer.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isPlain(Member.Leaf leaf) {
    return leaf instanceof Member.Scalar || leaf instanceof Member.Gap;
  }

  private static EnvironmentException foreign(String key, Argument argument) {
    return new EnvironmentException(
        "The backend 'opencl' has no '%s', which the argument '%s' is. Give the section opencl its own 'arguments'."
            .formatted(key, argument.name()));
  }

  private static void local(ClKernel launch, int arguments, long shared) {
    if (launch.parameters() > arguments) {
      launch.setLocal(arguments, Math.max(LEAST_LOCAL, shared), LOCAL);
    } else if (shared > 0) {
      throw RejectionException.launchFailure(
          "'launch' has %d bytes of 'shared', but '%s' has no parameter '__local …' after its arguments."
              .formatted(shared, launch.name()));
    }
  }

  private void check(ClKernel launch, List<Long> groups, List<Long> items, long shared) {
    if (Stream.concat(groups.stream(), items.stream()).anyMatch(size -> size < 1)) {
      throw RejectionException.launchFailure(
          "The launch has %s work-groups of %s work-items; each size must be at least 1. Add a constraint."
              .formatted(groups, items));
    }
    if (items.size() > groups.size()) {
      throw RejectionException.launchFailure(
          "'block' has %d sizes and 'grid' %d; give 'grid' as many."
              .formatted(items.size(), groups.size()));
    }
    long all = items.stream().reduce(1L, Math::multiplyExact);
    // The launch itself decides on less: NVIDIA's driver answered 256 of 1,024 for each kernel
    // tried.
    long most = limits.value(Limit.MAX_THREADS);
    if (all > most) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A work-group would have %,d work-items (%s); the device allows %,d."
              .formatted(all, items, most));
    }
    long[] axes = device.numbers(ClDevice.Property.WORK_ITEM_SIZES);
    for (int axis = 0; axis < Math.min(axes.length, items.size()); axis++) {
      if (items.get(axis) > axes[axis]) {
        throw new RejectionException(
            Rejection.RESOURCE_LIMIT,
            "A work-group would have %,d work-items along axis %d; the device allows %,d."
                .formatted(items.get(axis), axis, axes[axis]));
      }
    }
    long local = shared + launch.localBytes();
    if (local > limits.value(Limit.SHARED_MEMORY)) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A work-group would use %,d bytes of local memory; the device allows %,d."
              .formatted(local, limits.value(Limit.SHARED_MEMORY)));
    }
  }

  private static List<Long> padded(List<Long> items, int dimensions) {
    return IntStream.range(0, dimensions)
        .mapToObj(axis -> axis < items.size() ? items.get(axis) : 1L)
        .toList();
  }

  private static List<Long> sizes(List<Expression> expressions, Frame frame) {
    return expressions.stream().map(expression -> expression.integer(frame)).toList();
  }
}
