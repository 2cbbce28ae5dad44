package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyHtoD;

import dev.evokernel.backend.Elements;
import dev.evokernel.backend.InputFill;
import dev.evokernel.kernel.ElementType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;

/** Brings the random inputs, which are the same on every backend, and other data to the device. */
final class Inputs {

  private static final int CHUNK = 1 << 16;
  private static final long PIECE = 1 << 30;

  private final double[] values = new double[CHUNK];
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.nativeOrder());

  void upload(Layout.Slot slot, long seed, Handles.Address to) {
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

  /** Brings a host's bytes to the device, by pieces that a buffer can hold. */
  void upload(MemorySegment from, Handles.Address to) {
    for (long first = 0; first < from.byteSize(); first += PIECE) {
      long count = Math.min(PIECE, from.byteSize() - first);
      machine(
          cuMemcpyHtoD(
              to.withByteOffset(first),
              Pointer.to(from.asSlice(first, count).asByteBuffer()),
              count),
          "uploading expected outputs");
    }
  }
}
