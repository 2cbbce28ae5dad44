package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.opencl.BufferLayout.Region;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClKernel;
import dev.evokernel.opencl.binding.ClMemory;

/**
 * Digests of some regions of one allocation, computed on the device: equal content has equal
 * digests in every allocation. Only the hashes of pieces come back, of which the host makes one
 * number for each region.
 */
final class RegionDigests implements AutoCloseable {

  /** Size of a piece in bytes. */
  private static final long PIECE = 32 << 10;

  /** Secret of this process, so that no kernel can compute a digest. */
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final long[] KEY = RANDOM.longs(PIECE / Long.BYTES).toArray();
  private static final long START = RANDOM.nextLong();
  private static final long FACTOR = RANDOM.nextLong() | 1;

  private final ClContext context;
  private final ClKernel kernel;
  private final ClMemory memory;
  private final ClMemory key;
  private final List<Region> regions;
  private final int count;
  private final ClMemory table;
  private final ClMemory hashes;

  /**
   * @param kernel {@code evo_digest}
   * @param key as {@link #key} uploads it
   */
  RegionDigests(
      ClContext context, ClKernel kernel, ClMemory key, ClMemory memory, List<Region> regions) {
    this.context = context;
    this.kernel = kernel;
    this.memory = memory;
    this.key = key;
    this.regions = List.copyOf(regions);
    long[] pieces = regions.stream().flatMapToLong(RegionDigests::pieces).toArray();
    this.count = pieces.length / 2;
    this.table = allocate(2L * Math.max(1, count));
    this.hashes = allocate(Math.max(1, count));
    context.upload(MemorySegment.ofArray(pieces), table, 0);
  }

  /** Uploads the secret key. */
  static ClMemory key(ClContext context) {
    ClMemory key = context.allocate(PIECE, "the key of digests");
    context.upload(MemorySegment.ofArray(KEY), key, 0);
    return key;
  }

  /** Computes the digest of each region, and waits. */
  List<Long> compute() {
    if (count == 0) {
      return regions.stream().map(_ -> START).toList();
    }
    Inspection.pass(kernel, memory, table, key, hashes);
    kernel.launches(List.of((long) count), List.of(Inspection.ITEMS));
    kernel.enqueue(context);
    long[] found = new long[count];
    context.download(hashes, 0, MemorySegment.ofArray(found));
    return combined(found);
  }

  private List<Long> combined(long[] found) {
    var digests = new ArrayList<Long>();
    int next = 0;
    for (Region region : regions) {
      long digest = START ^ region.bytes();
      for (long at = 0; at < region.bytes(); at += PIECE) {
        digest = Long.rotateLeft((digest ^ found[next++]) * FACTOR, 29);
      }
      digests.add(digest);
    }
    return digests;
  }

  private static LongStream pieces(Region region) {
    return LongStream.iterate(0, at -> at < region.bytes(), at -> at + PIECE)
        .flatMap(at -> LongStream.of(region.offset() + at, Math.min(PIECE, region.bytes() - at)));
  }

  private ClMemory allocate(long words) {
    return context.allocate(words * Long.BYTES, "digests");
  }

  @Override
  public void close() {
    table.close();
    hashes.close();
  }
}
