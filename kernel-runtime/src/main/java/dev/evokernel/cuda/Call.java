package dev.evokernel.cuda;

import static jcuda.driver.JCudaDriver.cuLaunchKernel;

import dev.evokernel.kernel.ElementType;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/**
 * A function with everything a launch of it takes. Immutable; the arguments' values are copied by
 * each launch.
 *
 * @param grid in blocks, three numbers
 * @param block in threads, three numbers
 * @param shared dynamic shared memory in bytes
 * @param arguments pointers to the arguments' values, in order
 */
record Call(CUfunction function, Extents grid, Extents block, int shared, List<Pointer> arguments) {

  /** Sizes along three axes. */
  record Extents(int x, int y, int z) {

    /**
     * @param sizes one to three; the rest are 1
     * @throws ArithmeticException if one does not fit 32 bits
     */
    static Extents of(List<Long> sizes) {
      int[] all = {1, 1, 1};
      for (int axis = 0; axis < sizes.size(); axis++) {
        all[axis] = Math.toIntExact(sizes.get(axis));
      }
      return new Extents(all[0], all[1], all[2]);
    }

    long product() {
      return (long) x * y * z;
    }

    @Override
    public String toString() {
      return x + "×" + y + "×" + z;
    }
  }

  Call {
    arguments = List.copyOf(arguments);
  }

  /** The driver's status. */
  int launch(CUstream stream) {
    return cuLaunchKernel(
        function,
        grid.x(),
        grid.y(),
        grid.z(),
        block.x(),
        block.y(),
        block.z(),
        shared,
        stream,
        Pointer.to(arguments.toArray(Pointer[]::new)),
        null);
  }

  /** A number as an argument of that type. */
  static Pointer scalar(ElementType type, double real, long integer) {
    return switch (type) {
      case F16 -> Pointer.to(new short[] {Float.floatToFloat16((float) real)});
      case BF16 ->
          Pointer.to(new short[] {(short) ((Float.floatToIntBits((float) real) + 0x8000) >>> 16)});
      case F32 -> Pointer.to(new float[] {(float) real});
      case F64 -> Pointer.to(new double[] {real});
      case I8 -> Pointer.to(new byte[] {(byte) integer});
      case I32 -> Pointer.to(new int[] {Math.toIntExact(integer)});
      case I64 -> Pointer.to(new long[] {integer});
    };
  }
}
