package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.opencl.BufferLayout.Region;
import dev.evokernel.opencl.binding.ClContext;
import dev.evokernel.opencl.binding.ClKernel;
import dev.evokernel.opencl.binding.ClMemory;
import dev.evokernel.opencl.binding.ClStatus;

/**
 * Digests of some regions of one allocation, computed on the device: equal content has equal
 * digests in every allocation. Only the hashes of pieces come back, of which the host makes one
 * number for each region.
 */
final class RegionDigests implements AutoCloseable {

  /** Secret of this process, so that no kernel can compute a digest. */
  static final class Secret {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long[] KEY = RANDOM.longs(PIECE / Long.BYTES).toArray();
    private static final long START = RANDOM.nextLong();
    private static final long FACTOR = RANDOM.nextLong() | 1;

    private Secret() {}

    /** Uploads the key. */
    static ClMemory upload(ClContext context) {
      ClMemory key =
          context.allocate(
              PIECE, status -> ClStatus.machine(status, "allocating the key of digests"));
      context.upload(direct(KEY, Arena.ofAuto()), key, 0);
      return key;
    }
  }

  /** Size of a piece in bytes. */
  private static final long PIECE = 32 << 10;

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
   * @param key of the {@link Secret}
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
    try (Arena arena = Arena.ofConfined()) {
      context.upload(direct(pieces, arena), table, 0);
    }
  }

  /** Computes the digest of each region, and waits. */
  List<Long> compute() {
    if (count == 0) {
      return regions.stream().map(_ -> Secret.START).toList();
    }
    kernel.set(0, memory, "memory");
    kernel.set(1, table, "pieces");
    kernel.set(2, key, "key");
    kernel.set(3, hashes, "hashes");
    kernel.launches(List.of((long) count), List.of(Inspection.ITEMS));
    kernel.enqueue(context);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ValueLayout.JAVA_LONG, count);
      context.download(hashes, 0, found);
      return combined(found.toArray(ValueLayout.JAVA_LONG));
    }
  }

  private List<Long> combined(long[] found) {
    var digests = new ArrayList<Long>();
    int next = 0;
    for (Region region : regions) {
      long digest = Secret.START ^ region.bytes();
      for (long at = 0; at < region.bytes(); at += PIECE) {
        digest = Long.rotateLeft((digest ^ found[next++]) * Secret.FACTOR, 29);
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
    return context.allocate(
        words * Long.BYTES, status -> ClStatus.machine(status, "allocating digests"));
  }

  private static MemorySegment direct(long[] words, Arena arena) {
    return arena.allocateFrom(ValueLayout.JAVA_LONG, words);
  }

  @Override
  public void close() {
    table.close();
    hashes.close();
  }
}
