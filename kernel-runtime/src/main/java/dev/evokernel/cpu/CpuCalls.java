package dev.evokernel.cpu;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Shape;
import java.lang.invoke.MethodHandle;

/**
 * An entry point with the arguments of each kind of launch, ready to call.
 *
 * @param first reads the first inputs and writes the first outputs
 * @param second reads the second inputs and writes the first outputs
 * @param probedFirst reads the first inputs and writes the second outputs
 * @param probedSecond reads the second inputs and writes the second outputs
 */
record CpuCalls(
    CpuProgram program,
    MethodHandle first,
    MethodHandle second,
    MethodHandle probedFirst,
    MethodHandle probedSecond) {

  static CpuCalls of(
      CpuProgram program, Shape shape, DeviceLimits limits, CpuBuffers first, CpuBuffers second) {
    return new CpuCalls(
        program,
        bound(program, shape, limits, first, first),
        bound(program, shape, limits, second, first),
        bound(program, shape, limits, first, second),
        bound(program, shape, limits, second, second));
  }

  private static MethodHandle bound(
      CpuProgram program, Shape shape, DeviceLimits limits, CpuBuffers from, CpuBuffers to) {
    return new NativeCall(program, shape, limits, from::data, to::data).bound();
  }

  /**
   * @param odd whether it reads the second inputs
   * @param probed whether it writes the second outputs
   */
  MethodHandle of(boolean odd, boolean probed) {
    if (probed) {
      return odd ? probedSecond : probedFirst;
    }
    return odd ? second : first;
  }
}
