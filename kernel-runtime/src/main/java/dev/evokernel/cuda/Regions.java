package dev.evokernel.cuda;

import dev.evokernel.cuda.driver.Handles;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Regions of device memory, cut into pieces for the blocks of {@code inspection.cu}: a block for
 * each piece, so that small regions take few blocks and large ones as many as the device runs.
 */
final class Regions implements AutoCloseable {

  /** Bytes of a piece at the least; a multiple of 16. */
  private static final long LEAST = 16 << 10;

  /** Pieces at the most, one more for each region aside. */
  private static final long MOST = 4096;

  /** Words of a piece in the table. */
  private static final int WORDS = 4;

  /** A region. */
  record Region(Handles.Address start, long bytes) {}

  /** A region and the byte that it is filled with. */
  record Coat(Region region, byte value) {}

  private final int count;
  private final int pieces;
  private final Memory table;

  /**
   * @param values what stands beside each piece of a region
   */
  private Regions(List<Region> regions, long[] values) {
    long bytes = regions.stream().mapToLong(Region::bytes).sum();
    long piece = Math.max(LEAST, Math.ceilDiv(Math.ceilDiv(bytes, MOST), 16) * 16);
    long[] words =
        IntStream.range(0, values.length)
            .boxed()
            .flatMapToLong(i -> pieces(regions.get(i), piece, values[i]))
            .toArray();
    this.count = values.length;
    this.pieces = Math.max(1, words.length / WORDS); // An empty one, if there are none.
    this.table = Memory.allocate((long) pieces * WORDS * Long.BYTES);
    Memory.upload(MemorySegment.ofArray(Arrays.copyOf(words, pieces * WORDS)), table.at(0));
  }

  /** Regions to be digested. */
  static Regions of(List<Region> regions) {
    return new Regions(regions, LongStream.range(0, regions.size()).toArray());
  }

  /** Regions to be filled. */
  static Regions coats(List<Coat> coats) {
    return new Regions(
        coats.stream().map(Coat::region).toList(),
        coats.stream().mapToLong(coat -> Byte.toUnsignedLong(coat.value())).toArray());
  }

  private static LongStream pieces(Region region, long piece, long value) {
    return LongStream.range(0, Math.ceilDiv(region.bytes(), piece))
        .map(i -> i * piece)
        .flatMap(
            first ->
                LongStream.of(
                    region.start().plus(first).value(),
                    Math.min(piece, region.bytes() - first),
                    first,
                    value));
  }

  int count() {
    return count;
  }

  /** Their pieces: the blocks of a call that looks at them. */
  int pieces() {
    return pieces;
  }

  Handles.Address table() {
    return table.at(0);
  }

  @Override
  public void close() {
    table.close();
  }
}
