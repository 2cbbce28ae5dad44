package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.memory.DeviceMemory.Coat;
import dev.evokernel.backend.memory.DeviceMemory.Region;

/**
 * Regions of device memory, cut into pieces for the blocks of {@code inspection.cu}. Each piece has
 * one block, so that small regions take few blocks and large ones as many as the device runs.
 */
final class Regions implements AutoCloseable {

  /** Minimum size of a piece in bytes; a multiple of 16. */
  private static final long LEAST = 16 << 10;

  /** Maximum number of pieces, plus one for each region. */
  private static final long MOST = 4096;

  private static final int WORDS_OF_PIECE = 4;

  private final int count;
  private final int pieces;
  private final Memory table;

  private Regions(List<Region<Handles.Address>> regions, long[] values) {
    long bytes = regions.stream().mapToLong(Region::bytes).sum();
    long piece = Math.max(LEAST, Math.ceilDiv(Math.ceilDiv(bytes, MOST), 16) * 16);
    long[] words =
        IntStream.range(0, values.length)
            .boxed()
            .flatMapToLong(i -> pieces(regions.get(i), piece, values[i]))
            .toArray();
    this.count = values.length;
    this.pieces = Math.max(1, words.length / WORDS_OF_PIECE); // Without regions an empty piece.
    long[] padded = Arrays.copyOf(words, pieces * WORDS_OF_PIECE);
    this.table = Memory.allocate(((long) padded.length + count) * Long.BYTES);
    Memory.upload(MemorySegment.ofArray(padded), table.at(0));
  }

  public static Regions of(List<Region<Handles.Address>> regions) {
    return new Regions(regions, LongStream.range(0, regions.size()).toArray());
  }

  public static Regions coats(List<Coat<Handles.Address>> coats) {
    return new Regions(
        coats.stream().map(Coat::region).toList(),
        coats.stream().mapToLong(coat -> Byte.toUnsignedLong(coat.value())).toArray());
  }

  private static LongStream pieces(Region<Handles.Address> region, long piece, long value) {
    return LongStream.range(0, Math.ceilDiv(region.bytes(), piece))
        .map(i -> i * piece)
        .flatMap(
            first ->
                LongStream.of(
                    region.memory().plus(region.offset() + first).value(),
                    Math.min(piece, region.bytes() - first),
                    first,
                    value));
  }

  public int count() {
    return count;
  }

  public int pieces() {
    return pieces;
  }

  public Handles.Address table() {
    return table.at(0);
  }

  public Handles.Address words() {
    return table.at((long) pieces * WORDS_OF_PIECE * Long.BYTES);
  }

  @Override
  public void close() {
    table.close();
  }
}
