package dev.evokernel.cuda.memory;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Upload of inputs that the host computes or reads from files. */
public record InputUpload(Kernel kernel, Shape shape) {

  public static boolean isNeeded(Layout.Slot input) {
    return input.argument().fill() instanceof Fill.Given;
  }

  /** Uploads an input and waits for the end of the copy. */
  public void fill(Layout.Slot slot, InputSet inputSet, Handles.Address to) {
    var input = new Signature.Input(slot.argument(), slot.position());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(slot.bytes(), Long.BYTES);
      InputFill.of(kernel, shape, inputSet, input).write(data);
      Memory.upload(data, to);
    }
  }
}
