package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceOutputs;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * Expected outputs of one kernel on one shape, computed by its reference.
 *
 * @param buffers in which a reference in C runs
 */
record CpuExpectations(
    Kernel kernel, Shape shape, DeviceLimits limits, Oracle oracle, CpuBuffers buffers) {

  sealed interface Oracle {

    record Function(CpuProgram program, ReferenceOutputs kept) implements Oracle {}

    record Command(ReferenceCommand command) implements Oracle {}

    /** No expected outputs, because a program judges. */
    record None() implements Oracle {}

    default void close() {
      if (this instanceof Function(CpuProgram program, ReferenceOutputs _)) {
        program.close();
      }
    }
  }

  void expect(Inputs inputs) {
    InputSet inputSet = inputs.inputSet();
    switch (oracle) {
      case Oracle.None() -> {}
      case Oracle.Function(CpuProgram program, ReferenceOutputs kept) -> {
        try (Arena arena = Arena.ofConfined()) {
          CpuProgram calling = program.with(inputSet.configuration(kernel));
          var written = kept.of(shape, inputSet, () -> computed(inputs, calling), arena);
          for (Argument.Buffer output : kernel.outputs()) {
            inputs.expect(
                output.name(), output.type(), Objects.requireNonNull(written.get(output.name())));
          }
        }
      }
      case Oracle.Command(ReferenceCommand command) -> {
        try (Arena arena = Arena.ofConfined()) {
          command
              .outputs(shape, inputSet, arena)
              .forEach((name, array) -> inputs.expect(name, array.type(), array.data()));
        }
      }
    }
  }

  private Map<String, MemorySegment> computed(Inputs inputs, CpuProgram program) {
    InputSet inputSet = inputs.inputSet();
    buffers.hold(inputs, false);
    buffers.poison(GuardFill.FINITE);
    program.fill(inputs);
    var call = new NativeCall(program, shape, limits, buffers::data, buffers).frames();
    program.process().ready(List.of(call), call, "as the reference");
    program.process().launch(1, Batch.NONE);
    CandidateProcesses.ofThisProcess().stop();
    if (buffers.modifiedInput().or(buffers::damagedCanary).isPresent()) {
      buffers.release();
      throw broken("writes outside its outputs", inputSet, "Correct");
    }
    var written = new LinkedHashMap<String, MemorySegment>();
    for (Argument.Buffer output : kernel.outputs()) {
      long elements = Extent.ofReference(kernel, shape, output).elements();
      MemorySegment data = buffers.data(output.name()).asSlice(0, output.type().bytes(elements));
      long notFinite = Differences.notFinite(output.type(), data);
      if (inputSet.special().isEmpty() && notFinite > 0) {
        throw broken(
            "leaves %,d of %,d elements of '%s' not finite"
                .formatted(notFinite, elements, output.name()),
            inputSet,
            notFinite == elements
                ? "An output is NaN before the launch: if it is also read, write inout: true for '%s'. Otherwise correct"
                    .formatted(output.name())
                : "Elements that are not written stay NaN: maybe the 'dimensions' of '%s' are too large. Otherwise correct"
                    .formatted(output.name()));
      }
      written.put(output.name(), data);
    }
    return written;
  }

  private EnvironmentException broken(String what, InputSet inputSet, String advice) {
    return new EnvironmentException(
        "The reference of kernel '%s' %s on shape %s with %s. %s %s."
            .formatted(kernel.name(), what, shape, inputSet, advice, kernel.reference().files()));
  }
}
