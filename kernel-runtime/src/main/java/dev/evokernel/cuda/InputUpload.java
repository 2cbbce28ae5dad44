package dev.evokernel.cuda;

import dev.evokernel.backend.Elements;
import dev.evokernel.backend.InputFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** Upload of inputs that the host computes or reads from files. */
record InputUpload(Kernel kernel, Shape shape) {

  private static final int CHUNK = 8192;

  /** Whether the device cannot compute an input by itself. */
  static boolean isNeeded(Layout.Slot input) {
    return input.argument().fill() instanceof Fill.Given;
  }

  /** Uploads an input and waits for the end of the copy. */
  void fill(Layout.Slot slot, InputSet inputSet, Handles.Address to) {
    ElementType type = slot.argument().type();
    InputFill source =
        InputFill.of(
            kernel, shape, inputSet, new Signature.Input(slot.argument(), slot.position()));
    double[] chunk = new double[CHUNK];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(slot.bytes(), Long.BYTES);
      for (long at = 0; at < slot.elements(); at += CHUNK) {
        int count = (int) Math.min(CHUNK, slot.elements() - at);
        source.next(chunk, count);
        Elements.write(
            type,
            chunk,
            count,
            data.asSlice(at * type.bytes(), (long) count * type.bytes())
                .asByteBuffer()
                .order(ByteOrder.nativeOrder()));
      }
      Memory.upload(data, to);
    }
  }
}
