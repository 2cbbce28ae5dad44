package dev.evokernel.cuda;

import dev.evokernel.backend.InputFill;
import dev.evokernel.backend.InputSet;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Upload of inputs that the host computes or reads from files. */
record InputUpload(Kernel kernel, Shape shape) {

  static boolean isNeeded(Layout.Slot input) {
    return input.argument().fill() instanceof Fill.Given;
  }

  /** Uploads an input and waits for the end of the copy. */
  void fill(Layout.Slot slot, InputSet inputSet, Handles.Address to) {
    var input = new Signature.Input(slot.argument(), slot.position());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(slot.bytes(), Long.BYTES);
      InputFill.of(kernel, shape, inputSet, input).write(data);
      Memory.upload(data, to);
    }
  }
}
