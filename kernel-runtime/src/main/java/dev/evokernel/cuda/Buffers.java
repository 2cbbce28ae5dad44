package dev.evokernel.cuda;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.cuda.driver.Handles;
import java.util.ArrayList;
import java.util.List;

/** One set of the buffers that candidates are given, in device memory, each between two guards. */
final class Buffers implements AutoCloseable {

  private static final byte INTEGER_POISON = (byte) 0xA7;

  /** As a floating-point number of any width this is NaN. */
  static final byte POISON = (byte) 0xFF;

  private final Layout layout;
  private final Memory memory;

  Buffers(Layout layout) {
    this.layout = layout;
    this.memory = Memory.allocate(layout.bytes());
  }

  Handles.Address at(Layout.Slot slot) {
    return memory.at(slot.offset());
  }

  Regions.Region data(Layout.Slot slot) {
    return new Regions.Region(at(slot), slot.bytes());
  }

  /** A pattern for every guard, and for every output one that no right result contains. */
  List<Regions.Coat> coats(GuardFill guards) {
    var coats = new ArrayList<Regions.Coat>();
    for (Layout.Slot slot : layout.slots()) {
      coats.add(new Regions.Coat(before(slot), guards.value()));
      coats.add(new Regions.Coat(behind(slot), guards.value()));
    }
    for (Layout.Slot output : layout.outputs()) {
      boolean floating = output.argument().type().isFloating();
      coats.add(new Regions.Coat(data(output), floating ? POISON : INTEGER_POISON));
    }
    return coats;
  }

  @Override
  public void close() {
    memory.close();
  }

  Regions.Region before(Layout.Slot slot) {
    return new Regions.Region(memory.at(slot.before()), slot.offset() - slot.before());
  }

  Regions.Region behind(Layout.Slot slot) {
    long end = slot.offset() + slot.bytes();
    return new Regions.Region(memory.at(end), slot.end() - end);
  }
}
