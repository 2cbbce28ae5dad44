package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;

import dev.evokernel.backend.Elements;
import dev.evokernel.backend.InputFill;
import dev.evokernel.kernel.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;

/** Brings the random inputs, which are the same on every backend, to the device. */
final class Inputs {

  private static final int CHUNK = 1 << 16;

  private final double[] values = new double[CHUNK];
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());

  void upload(Layout.Slot slot, long seed, CUdeviceptr to) {
    ElementType type = slot.argument().type();
    var fill = new InputFill(slot.argument().fill(), type, seed, slot.position());
    for (long first = 0; first < slot.elements(); first += CHUNK) {
      int count = (int) Math.min(CHUNK, slot.elements() - first);
      fill.next(values, count);
      Elements.write(type, values, count, bytes);
      machine(
          cuMemcpyHtoD(
              to.withByteOffset(first * type.bytes()),
              Pointer.to(bytes),
              (long) count * type.bytes()),
          "uploading " + slot.argument().name());
    }
  }
}
