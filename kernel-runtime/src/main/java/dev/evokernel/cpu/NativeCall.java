package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Shape;

/**
 * Entry point with the values of its arguments.
 *
 * @param limits the device's
 * @param input address of an input by name
 * @param output address of an output by name
 */
record NativeCall(
    CpuProgram program,
    Shape shape,
    DeviceLimits limits,
    Function<String, MemorySegment> input,
    Function<String, MemorySegment> output) {

  /** Binds all arguments; the result takes and returns nothing. */
  MethodHandle bound() {
    Frame frame = Bindings.frame(program.kernel(), limits, shape, program.configuration());
    Object[] values =
        program.kernel().arguments().stream()
            .filter(Argument::isPassed)
            .map(argument -> value(argument, frame))
            .toArray();
    return MethodHandles.insertArguments(program.entry(), 0, values);
  }

  /**
   * @throws RejectionException if an isolated candidate ends its process
   */
  static void perform(MethodHandle bound) {
    try {
      bound.invokeExact();
    } catch (RejectionException | EnvironmentException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("A native call failed in the linker.", e);
    }
  }

  private Object value(Argument argument, Frame frame) {
    return switch (argument) {
      case Argument.Buffer buffer when buffer.output() -> output.apply(buffer.name());
      case Argument.Buffer buffer -> input.apply(buffer.name());
      case Argument.Scalar scalar ->
          CpuProgram.passed(scalar.type(), scalar.number(frame));
      case Argument.Scratch _, Argument.TensorMap _ -> throw CpuProgram.unknown(argument);
    };
  }
}
