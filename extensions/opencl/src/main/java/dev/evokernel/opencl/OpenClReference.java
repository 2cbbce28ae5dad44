package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.opencl.BufferLayout.Slot;
import dev.evokernel.opencl.Inspection.Place;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClKernel;
import dev.evokernel.opencl.binding.ClMemory;
import dev.evokernel.outcome.OutputComparison;

/**
 * Runner of the reference, which also fills the inputs.
 *
 * @param program the checks, and the reference where it is compiled
 * @param command the reference where it is not compiled
 */
record OpenClReference(
    ClContext context,
    Kernel kernel,
    Shape shape,
    BufferLayout layout,
    OpenClProgram program,
    Optional<ReferenceCommand> command,
    Inspection inspection,
    LaunchFactory launches) {

  private static final byte POISON = (byte) 0xFF;

  /** Computes the inputs of an input set and their expected outputs. */
  ExpectedOutputs of(InputSet inputSet) {
    ExpectedOutputs expected =
        kernel.reference() instanceof Reference.Judge
            ? inputsAlone(inputSet)
            : command.isPresent() ? given(command.get(), inputSet) : launched(inputSet);
    if (inputSet.special().isEmpty()) {
      layout.outputs().forEach(output -> checkFinite(output, expected));
    }
    expected.seal(
        layout.outputs().stream()
            .map(output -> spread(output.name(), referencePlace(output, expected)))
            .toList());
    return expected;
  }

  private ExpectedOutputs allocate(InputSet inputSet, Function<Slot, ElementType> type) {
    var expected = new ExpectedOutputs(context, layout, inspection, inputSet, type);
    fillInputs(expected, inputSet);
    return expected;
  }

  private void fillInputs(ExpectedOutputs expected, InputSet inputSet) {
    for (Slot input : layout.inputs()) {
      Place to = expected.place(input);
      if (input.argument().fill() instanceof Fill.Given) {
        upload(input, inputSet, to);
      } else {
        inspection.fill(input, inputSet, to);
      }
    }
  }

  private void upload(Slot slot, InputSet inputSet, Place to) {
    var input = new Signature.Input(slot.argument(), slot.position());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(slot.bytes(), Long.BYTES);
      InputFill.of(kernel, shape, inputSet, input).write(data);
      context.upload(data, to.memory(), 0);
    }
  }

  /** Fills the inputs alone. The outputs, which are never compared, become zeros. */
  private ExpectedOutputs inputsAlone(InputSet inputSet) {
    ExpectedOutputs expected = allocate(inputSet, slot -> slot.argument().type());
    layout.outputs().forEach(output -> fill(expected.place(output), (byte) 0));
    return expected;
  }

  private ExpectedOutputs given(ReferenceCommand outside, InputSet inputSet) {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, NpyArray> outputs = outside.outputs(shape, inputSet, arena);
      Function<Slot, NpyArray> array = slot -> Objects.requireNonNull(outputs.get(slot.name()));
      ExpectedOutputs expected = allocate(inputSet, slot -> array.apply(slot).type());
      for (Slot output : layout.outputs()) {
        context.upload(array.apply(output).data(), expected.place(output).memory(), 0);
      }
      return expected;
    }
  }

  private ExpectedOutputs launched(InputSet inputSet) {
    boolean itself = kernel.reference() instanceof Reference.Itself;
    ExpectedOutputs expected =
        allocate(
            inputSet, slot -> itself ? slot.argument().type() : written(slot.argument().type()));
    InputSet asked = inputSet.ofReference(kernel);
    if (!asked.equals(inputSet)) {
      fillInputs(expected, asked);
    }
    for (Slot output : layout.outputs()) {
      if (output.argument().isRestored()) {
        restore(output, expected);
      } else {
        fill(expected.place(output), POISON);
      }
    }
    String doing = "running the reference of " + kernel.name();
    Function<Argument.Buffer, ClMemory> memories = buffer -> expected.place(buffer).memory();
    try (var scratch = new ScratchMemory(context, inspection)) {
      List<ClKernel> calls =
          itself
              ? launches.ofCandidate(program, shape, memories, scratch)
              : launches.ofReference(
                  kernel, shape, program, asked.configuration(kernel), memories, scratch);
      try {
        calls.forEach(call -> call.enqueue(context));
        context.finish(doing);
      } finally {
        calls.forEach(ClKernel::close);
      }
    } catch (RejectionException e) {
      throw new EnvironmentException(
          "The reference of kernel '%s' cannot be launched. %s"
              .formatted(kernel.name(), e.getMessage()),
          e);
    }
    if (!asked.equals(inputSet)) {
      fillInputs(expected, inputSet);
    }
    return expected;
  }

  private void restore(Slot output, ExpectedOutputs expected) {
    Place before = expected.place(layout.before(output));
    Place to = expected.place(output);
    if (to.type() == before.type()) {
      context.copy(before.memory(), to.memory(), to.bytes());
    } else {
      inspection.widen(before, to);
    }
  }

  private void fill(Place place, byte value) {
    context.fill(place.memory(), 0, place.bytes(), value);
  }

  /** Type in which a compiled reference writes an output. */
  private static ElementType written(ElementType output) {
    return switch (output) {
      case F16, BF16 -> ElementType.F32;
      default -> output;
    };
  }

  /** Elements that the reference writes, with the parameters of the default. */
  private Place referencePlace(Slot output, ExpectedOutputs expected) {
    Place place = expected.place(output);
    return new Place(
        place.memory(),
        place.type(),
        Extent.ofReference(kernel, shape, output.argument()).elements());
  }

  private Spread spread(String output, Place place) {
    Spread spread = inspection.spread(output, place);
    return spread.needsRms(kernel.tolerance(output))
        ? spread.withRms(
            place.type(),
            place.elements(),
            (some, at) -> context.download(place.memory(), at, some))
        : spread;
  }

  private void checkFinite(Slot output, ExpectedOutputs expected) {
    Place place = referencePlace(output, expected);
    OutputComparison itself =
        inspection.compare(output.name(), place, place, Criterion.usual(new Tolerance(0, 0)));
    if (itself.notFinite() > 0) {
      throw new EnvironmentException(
          "The reference of kernel '%s' leaves %,d of %,d elements of '%s' not finite on shape %s with %s. %s"
              .formatted(
                  kernel.name(),
                  itself.notFinite(),
                  itself.elements(),
                  output.name(),
                  shape,
                  expected.inputSet(),
                  advice(itself.elements())));
    }
  }

  private String advice(long elements) {
    return switch (kernel.reference()) {
      case Reference.Command _ -> "Maybe the command computes in too few bits.";
      case Reference.Judge _ -> "";
      case Reference.Itself _ ->
          "The reference is the kernel itself. If a launch leaves elements unchanged, give the"
              + " output an 'initial'.";
      case Reference.Compiled _ ->
          elements > launches.referenceItems()
              ? "Maybe it writes one element for each work-item. On every shape it is launched with %,d work-items and must loop over its elements: for (size_t i = get_global_id(0); i < elements; i += get_global_size(0))"
                  .formatted(launches.referenceItems())
              : "Maybe it does not write all elements: its outputs of type f16 and bf16 are float.";
    };
  }
}
