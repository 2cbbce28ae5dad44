package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Pair;
import dev.evokernel.backend.memory.DeviceMemory.Place;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;

/**
 * Runner of the reference on a device, which also fills the inputs.
 *
 * @param command the reference where it is not compiled
 * @param launcher the reference where it is compiled
 */
public record ReferenceRunner<M>(
    Kernel kernel,
    Shape shape,
    long alignment,
    BufferLayout layout,
    DeviceMemory<M> device,
    Optional<ReferenceCommand> command,
    Launcher<M> launcher) {

  public interface Launcher<M> {

    /**
     * Launches the reference, or the kernel itself where it is the reference, and waits.
     *
     * @throws RejectionException if the launch fails
     */
    void launch(
        Kernel kernel, Shape shape, BufferLayout layout, Configuration asked, Expected<M> expected);

    /** Advice for a compiled reference that leaves some of so many elements unwritten. */
    String advice(long elements);
  }

  /**
   * Computes the inputs of an input set and their expected outputs.
   *
   * @param same has the same expected outputs, where the reference's inputs are prepared
   */
  public Expected<M> of(InputSet inputSet, Optional<Expected<M>> same) {
    Expected<M> expected =
        same.isPresent()
            ? like(layout, same.get(), inputSet)
            : kernel.reference() instanceof Reference.Judge
                ? inputsAlone(inputSet)
                : command.isPresent() ? given(command.get(), inputSet) : launched(inputSet);
    if (inputSet.special().isEmpty()) {
      layout.outputs().stream()
          .map(output -> device.compare(itself(written(output, expected), output)))
          .forEach(comparison -> checkFinite(comparison, inputSet));
    }
    try (Digests digests = device.digests(expected.places().stream().map(Place::region).toList())) {
      expected.seal(
          digests.compute(),
          layout.outputs().stream()
              .map(output -> spread(output.name(), written(output, expected)))
              .toList());
    }
    return expected;
  }

  /**
   * Copies the expected outputs of other inputs.
   *
   * @param other layout of {@code same}, whose arguments may have other types
   */
  private Expected<M> like(BufferLayout other, Expected<M> same, InputSet inputSet) {
    UnaryOperator<Slot> there = output -> other.slot(output.name());
    var expected =
        new Expected<>(device, layout, inputSet, output -> same.place(there.apply(output)).type());
    fillInputs(expected, inputSet);
    for (Slot output : layout.outputs()) {
      Place<M> to = expected.place(output);
      device.copy(same.at(there.apply(output)), to.memory(), to.bytes());
    }
    device.finish("copying expected outputs");
    return expected;
  }

  /** Fills the inputs alone. The outputs, which are never compared, become zeros. */
  private Expected<M> inputsAlone(InputSet inputSet) {
    var expected = new Expected<>(device, layout, inputSet, slot -> slot.argument().type());
    fillInputs(expected, inputSet);
    layout.outputs().forEach(output -> fill(expected.place(output), (byte) 0));
    return expected;
  }

  private Expected<M> given(ReferenceCommand outside, InputSet inputSet) {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, NpyArray> outputs = outside.outputs(shape, inputSet, arena);
      Function<Slot, NpyArray> array = slot -> Objects.requireNonNull(outputs.get(slot.name()));
      var expected = new Expected<>(device, layout, inputSet, slot -> array.apply(slot).type());
      fillInputs(expected, inputSet);
      for (Slot output : layout.outputs()) {
        device.upload(array.apply(output).data(), expected.at(output));
      }
      return expected;
    }
  }

  private Expected<M> launched(InputSet inputSet) {
    Kernel wide = kernel.ofReference();
    if (!wide.entryPoint().signature().types().equals(kernel.entryPoint().signature().types())) {
      BufferLayout other = BufferLayout.of(wide, shape, alignment);
      var own = new ReferenceRunner<>(wide, shape, alignment, other, device, command, launcher);
      try (Expected<M> same = own.launched(inputSet)) {
        return like(other, same, inputSet);
      }
    }
    boolean itself = kernel.reference() instanceof Reference.Itself;
    var expected =
        new Expected<>(
            device, layout, inputSet, slot -> itself ? slot.argument().type() : slot.stored());
    InputSet asked = inputSet.ofReference(kernel);
    fillInputs(expected, asked);
    for (Slot output : layout.outputs()) {
      if (output.argument().isRestored()) {
        restore(output, expected);
      } else {
        fill(expected.place(output), BufferLayout.POISON);
      }
    }
    try {
      launcher.launch(kernel, shape, layout, asked.configuration(kernel), expected);
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

  private void restore(Slot output, Expected<M> expected) {
    Place<M> before = expected.place(layout.before(output));
    Place<M> to = expected.place(output);
    if (to.type() == output.argument().type()) {
      device.copy(before.memory(), to.memory(), output.bytes());
    } else {
      device.widen(
          new Place<>(before.memory(), output.argument().type(), output.elements()), to.memory());
    }
  }

  private void fill(Place<M> place, byte value) {
    device.fill(place.memory(), place.bytes(), value);
  }

  private void fillInputs(Expected<M> expected, InputSet inputSet) {
    for (Slot input : layout.inputs()) {
      expected.hold(
          input,
          InputCopy.of(
              device,
              InputFill.content(kernel, shape, inputSet, input.filled(), input.elements()),
              input.bytes(),
              to -> fill(device, kernel, shape, input, inputSet, to)));
    }
  }

  /** Fills an input, with an upload of what the host reads or a program makes. */
  public static <M> void fill(
      DeviceMemory<M> device, Kernel kernel, Shape shape, Slot input, InputSet inputSet, M to) {
    if (input.argument().fill() instanceof Fill.Given) {
      InputFill.of(kernel, shape, inputSet, input.filled())
          .write(input.bytes(), data -> device.upload(data, to));
    } else {
      device.fill(input, inputSet, to);
    }
  }

  /** Elements that the reference writes, with the parameters of the default. */
  private Place<M> written(Slot output, Expected<M> expected) {
    Place<M> place = expected.place(output);
    return new Place<>(
        place.memory(),
        place.type(),
        Extent.ofReference(kernel, shape, output.argument()).elements());
  }

  private Spread spread(String output, Place<M> place) {
    Spread spread = device.spread(output, place);
    return spread.needsRms(kernel.tolerance(output))
        ? spread.withRms(
            place.type(), place.elements(), (some, at) -> device.download(place.memory(), at, some))
        : spread;
  }

  private static <M> Pair<M> itself(Place<M> place, Slot output) {
    return new Pair<>(output.name(), place, place, Criterion.usual(new Tolerance(0, 0)));
  }

  private void checkFinite(OutputComparison itself, InputSet inputSet) {
    if (itself.notFinite() > 0) {
      throw new EnvironmentException(
          "The reference of kernel '%s' leaves %,d of %,d elements of '%s' not finite on shape %s with %s. %s"
              .formatted(
                  kernel.name(),
                  itself.notFinite(),
                  itself.elements(),
                  itself.argument(),
                  shape,
                  inputSet,
                  switch (kernel.reference()) {
                    case Reference.Command _ -> "Maybe the command computes in too few bits.";
                    case Reference.Compiled _ -> launcher.advice(itself.elements());
                    case Reference.Judge _ -> "";
                    case Reference.Itself _ ->
                        "The reference is the kernel itself. If a launch leaves elements"
                            + " unchanged, give the output an 'initial'.";
                  }));
    }
  }
}
