package dev.evokernel.cuda;

import dev.evokernel.cuda.driver.Handles;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Regions of device memory, and their table for {@code inspection.cu}. */
final class Regions implements AutoCloseable {

  /** A region. */
  record Region(Handles.Address start, long bytes) {}

  /** A region and the byte that it is filled with. */
  record Coat(Region region, byte value) {}

  private final int count;
  private final Memory table;

  private Regions(int count, long[] words) {
    this.count = count;
    this.table = Memory.allocate((long) words.length * Long.BYTES);
    Memory.upload(MemorySegment.ofArray(words), table.at(0));
  }

  /** Regions to be digested. */
  static Regions of(List<Region> regions) {
    return new Regions(
        regions.size(),
        regions.stream()
            .flatMap(region -> List.of(region.start().value(), region.bytes()).stream())
            .mapToLong(Long::longValue)
            .toArray());
  }

  /** Regions to be filled. */
  static Regions coats(List<Coat> coats) {
    return new Regions(
        coats.size(),
        coats.stream()
            .flatMap(
                coat ->
                    List.of(
                        coat.region().start().value(),
                        coat.region().bytes(),
                        (long) Byte.toUnsignedInt(coat.value()))
                        .stream())
            .mapToLong(Long::longValue)
            .toArray());
  }

  int count() {
    return count;
  }

  Handles.Address table() {
    return table.at(0);
  }

  @Override
  public void close() {
    table.close();
  }
}
