package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;

/**
 * Makes calls out of geometries.
 *
 * @param limits the device's
 * @param threadsPerCore that can be resident on a multiprocessor
 */
record Launches(DeviceLimits limits, int threadsPerCore) {

  private static final int SHARED_WITHOUT_ASKING = 48 << 10;

  /**
   * The launch of a candidate.
   *
   * @param address where a buffer lies
   * @throws RejectionException if the device cannot launch it
   */
  Call ofCandidate(
      Kernel kernel, Shape shape, CudaProgram program, Function<Layout.Slot, CUdeviceptr> address) {
    LaunchGeometry geometry = kernel.launch();
    if (geometry == null) {
      throw new EnvironmentException(
          "Kernel '%s' says nothing of its launch. Maybe add launch: {grid: …, block: …} to the section cuda of %s."
              .formatted(kernel.name(), kernel.file()));
    }
    Frame frame = Bindings.frame(kernel, limits, shape, program.configuration());
    try {
      var grid = Call.Extents.of(sizes(geometry.grid(), frame));
      var block = Call.Extents.of(sizes(geometry.block(), frame));
      int shared = Math.toIntExact(geometry.sharedBytes().integer(frame));
      check(program, block, shared);
      return new Call(
          program.function(), grid, block, shared, arguments(kernel, shape, frame, address));
    } catch (ArithmeticException e) {
      throw new RejectionException(
          Rejection.LAUNCH_FAILURE, "The launch has no geometry: " + e.getMessage());
    }
  }

  /**
   * The launch of a reference: such kernels stride over their outputs and are right under every
   * geometry.
   */
  Call ofReference(
      Kernel kernel, Shape shape, CudaProgram program, Function<Layout.Slot, CUdeviceptr> address) {
    Frame frame = Bindings.frame(kernel, limits, shape, kernel.incumbent());
    int blocks = Math.toIntExact(16 * limits.value(Limit.CORES));
    return new Call(
        program.function(),
        new Call.Extents(blocks, 1, 1),
        new Call.Extents(128, 1, 1),
        0,
        arguments(kernel, shape, frame, address));
  }

  /** The share of a multiprocessor's threads that a launch keeps resident, from 0 to 1. */
  double occupancy(Call call) {
    int threads = Math.toIntExact(call.block().product());
    int[] blocks = new int[1];
    candidate(
        cuOccupancyMaxActiveBlocksPerMultiprocessor(
            blocks, call.function(), threads, call.shared()),
        "asking for the occupancy");
    return (double) blocks[0] * threads / threadsPerCore;
  }

  private void check(CudaProgram program, Call.Extents block, int shared) {
    long allShared = (long) shared + program.staticShared();
    if (allShared > limits.value(Limit.SHARED_MEMORY)) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would use %d bytes of shared memory, and the device has %d for it."
              .formatted(allShared, limits.value(Limit.SHARED_MEMORY)));
    }
    if (block.product() > program.maxThreads()) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A block would have %d threads, and with %d registers each it can have %d."
              .formatted(block.product(), program.registers(), program.maxThreads()));
    }
    if (allShared > SHARED_WITHOUT_ASKING) {
      program.allowShared(shared);
    }
  }

  private static List<Pointer> arguments(
      Kernel kernel, Shape shape, Frame frame, Function<Layout.Slot, CUdeviceptr> address) {
    var slots = Layout.of(kernel, shape).slots().iterator();
    var arguments = new ArrayList<Pointer>();
    for (Argument argument : kernel.arguments()) {
      arguments.add(
          switch (argument) {
            case Argument.Buffer _ -> Pointer.to(address.apply(slots.next()));
            case Argument.Scalar(String _, ElementType type, Expression value) ->
                type.isFloating()
                    ? Call.scalar(type, value.real(frame), 0)
                    : Call.scalar(type, 0, value.integer(frame));
          });
    }
    return arguments;
  }

  private static List<Long> sizes(List<Expression> expressions, Frame frame) {
    return expressions.stream().map(expression -> expression.integer(frame)).toList();
  }
}
