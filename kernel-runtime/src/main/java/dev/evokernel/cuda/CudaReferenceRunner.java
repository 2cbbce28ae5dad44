package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

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
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Buffers;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.cuda.memory.Memory;
import dev.evokernel.cuda.memory.Regions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.outcome.OutputComparison;

/**
 * Runner of the reference, which also fills the inputs.
 *
 * @param program the checks, and the reference where it is compiled
 * @param command the reference where it is not compiled
 */
record CudaReferenceRunner(
    Kernel kernel,
    Shape shape,
    Layout layout,
    CudaProgram program,
    Optional<ReferenceCommand> command,
    Inspection inspection,
    Launches launches,
    Handles.Stream stream) {

  /**
   * Computes the inputs of an input set and their expected outputs.
   *
   * @param same has the same expected outputs, where the reference's inputs are prepared
   */
  Expected of(InputSet inputSet, Optional<Expected> same) {
    Expected expected =
        same.isPresent()
            ? like(layout, same.get(), inputSet)
            : kernel.reference() instanceof Reference.Judge
                ? inputsAlone(inputSet)
                : command.isPresent() ? given(command.get(), inputSet) : launched(inputSet);
    try (Regions kept = Regions.of(expected.regions())) {
      List<Inspection.Pair> pairs =
          layout.outputs().stream().map(output -> itself(output, expected)).toList();
      Inspection.Findings findings = inspection.find(inspection.look(kept, pairs));
      if (inputSet.special().isEmpty()) {
        findings.comparisons().forEach(comparison -> checkFinite(comparison, inputSet));
      }
      expected.seal(
          findings.digests(),
          layout.outputs().stream().map(output -> spread(output, expected)).toList());
    }
    return expected;
  }

  /**
   * Copies the expected outputs of other inputs.
   *
   * @param other layout of {@code same}, whose arguments may have other types
   */
  private Expected like(Layout other, Expected same, InputSet inputSet) {
    UnaryOperator<Layout.Slot> there = output -> other.slot(output.argument().name());
    Expected expected = new Expected(layout, output -> same.type(there.apply(output)));
    fillInputs(expected, inputSet);
    for (Layout.Slot output : layout.outputs()) {
      inspection.copy(
          same.at(there.apply(output)), expected.at(output), expected.region(output).bytes());
    }
    machine(cuStreamSynchronize(stream), "copying expected outputs");
    return expected;
  }

  /** Fills the inputs alone. The outputs, which are never compared, become zeros. */
  private Expected inputsAlone(InputSet inputSet) {
    Expected expected = new Expected(layout, slot -> slot.argument().type());
    fillInputs(expected, inputSet);
    for (Layout.Slot output : layout.outputs()) {
      inspection.set(expected.region(output), (byte) 0);
    }
    return expected;
  }

  private Expected given(ReferenceCommand outside, InputSet inputSet) {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, NpyArray> outputs = outside.outputs(shape, inputSet, arena);
      Function<Layout.Slot, NpyArray> array =
          slot -> Objects.requireNonNull(outputs.get(slot.argument().name()));
      Expected expected = new Expected(layout, slot -> array.apply(slot).type());
      fillInputs(expected, inputSet);
      for (Layout.Slot output : layout.outputs()) {
        Memory.upload(array.apply(output).data(), expected.at(output));
      }
      return expected;
    }
  }

  private Expected launched(InputSet inputSet) {
    Kernel wide = kernel.ofReference();
    if (!wide.entryPoint().signature().types().equals(kernel.entryPoint().signature().types())) {
      Layout other = Layout.of(wide, shape);
      var own =
          new CudaReferenceRunner(
              wide, shape, other, program, command, inspection, launches, stream);
      try (Expected same = own.launched(inputSet)) {
        return like(other, same, inputSet);
      }
    }
    boolean itself = kernel.reference() instanceof Reference.Itself;
    Expected expected =
        new Expected(layout, slot -> itself ? slot.argument().type() : Expected.stored(slot));
    InputSet asked = inputSet.ofReference(kernel);
    fillInputs(expected, asked);
    for (Layout.Slot output : layout.outputs()) {
      if (output.argument().isRestored()) {
        restore(output, expected);
      } else {
        inspection.set(expected.region(output), Buffers.POISON);
      }
    }
    try (var scratch = new ScratchMemory(0)) {
      program
          .symbols(layout)
          .forEach(
              symbol ->
                  inspection.copy(
                      expected.at(symbol.input()), symbol.address(), symbol.input().bytes()));
      List<Call> calls =
          itself
              ? launches.ofCandidate(layout, shape, program, scratch, List.of()).at(expected::at)
              : launches.ofReference(
                  kernel, shape, program, asked.configuration(kernel), scratch, expected::at);
      machine(Call.launch(calls, stream), "launching the reference of " + kernel.name());
      machine(cuStreamSynchronize(stream), "running the reference of " + kernel.name());
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

  private void restore(Layout.Slot output, Expected expected) {
    Layout.Slot before = layout.before(output);
    ElementType type = output.argument().type();
    if (expected.type(output) == type) {
      inspection.copy(expected.at(before), expected.at(output), output.bytes());
    } else {
      inspection.widen(type, expected.at(before), expected.at(output), output.elements());
    }
  }

  private void fillInputs(Expected expected, InputSet inputSet) {
    for (Layout.Slot input : layout.inputs()) {
      expected.hold(
          input,
          InputCopy.of(
              InputFill.content(kernel, shape, inputSet, input.filled(), input.elements()),
              input.bytes(),
              to -> inspection.fill(kernel, shape, input, inputSet, to)));
    }
  }

  private Spread spread(Layout.Slot output, Expected expected) {
    String name = output.argument().name();
    ElementType type = expected.type(output);
    long elements = Extent.ofReference(kernel, shape, output.argument()).elements();
    Spread spread = inspection.spread(name, type, expected.at(output), elements);
    return spread.needsRms(kernel.tolerance(name))
        ? spread.withRms(
            type, elements, (some, at) -> Memory.download(expected.at(output).plus(at), some))
        : spread;
  }

  private Inspection.Pair itself(Layout.Slot output, Expected expected) {
    return new Inspection.Pair(
        output.argument().name(),
        expected.type(output),
        expected.at(output),
        expected.type(output),
        expected.at(output),
        Extent.ofReference(kernel, shape, output.argument()).elements(),
        Criterion.usual(new Tolerance(0, 0)));
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
                    case Reference.Compiled _ -> advice(itself, launches.referenceThreads());
                    case Reference.Judge _ -> "";
                    case Reference.Itself _ ->
                        "The reference is the kernel itself. If a launch leaves elements"
                            + " unchanged, give the output an 'initial'.";
                  }));
    }
  }

  /**
   * Advice for a compiled reference, launched with {@code threads}, that leaves elements unwritten.
   */
  static String advice(OutputComparison itself, long threads) {
    return itself.elements() > threads
        ? "Maybe it writes one element for each thread. On every shape it is launched with %d blocks of %d threads for each multiprocessor, %,d threads here, and must loop over its elements: for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < elements; i += (long long)gridDim.x * blockDim.x)"
            .formatted(Launches.REFERENCE_BLOCKS, Launches.REFERENCE_THREADS, threads)
        : "Maybe it does not write all elements: its floating outputs of fewer than 32 bits are f32.";
  }
}
