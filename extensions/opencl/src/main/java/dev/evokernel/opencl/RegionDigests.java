package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.memory.BufferLayout.Span;

/**
 * Digests of some regions of one allocation, computed on the device: equal content has equal
 * digests in every allocation. Only the hashes of pieces come back, of which the host makes one
 * number for each region.
 */
final class RegionDigests implements AutoCloseable {

  /** Size of a piece in bytes. */
  private static final long PIECE = 32 << 10;

  /**
   * Key of digests.
   *
   * @param words a piece of random numbers, in device memory
   */
  record Key(ClMemory words, long start, long factor) implements AutoCloseable {

    /** Uploads a key that is secret, so that no kernel can compute a digest. */
    static Key secret(ClContext context) {
      return drawn(context, new SecureRandom());
    }

    /** Uploads a key that is equal in every process. */
    static Key open(ClContext context) {
      return drawn(context, new SplittableRandom(1));
    }

    private static Key drawn(ClContext context, RandomGenerator random) {
      ClMemory words = context.allocate(PIECE, "the key of digests");
      context.upload(MemorySegment.ofArray(random.longs(PIECE / Long.BYTES).toArray()), words, 0);
      return new Key(words, random.nextLong(), random.nextLong() | 1);
    }

    @Override
    public void close() {
      words.close();
    }
  }

  private final ClContext context;
  private final ClKernel kernel;
  private final ClMemory memory;
  private final Key key;
  private final List<Span> regions;
  private final int count;
  private final ClMemory table;
  private final ClMemory hashes;

  /**
   * @param kernel {@code evo_digest}
   */
  RegionDigests(ClContext context, ClKernel kernel, Key key, ClMemory memory, List<Span> regions) {
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

  /** Computes the digest of each region, and waits. */
  List<Long> compute() {
    if (count == 0) {
      return regions.stream().map(_ -> key.start()).toList();
    }
    Inspection.pass(kernel, memory, table, key.words(), hashes);
    kernel.launches(List.of((long) count), List.of(Inspection.ITEMS));
    kernel.enqueue(context);
    long[] found = new long[count];
    context.download(hashes, 0, MemorySegment.ofArray(found));
    return combined(found);
  }

  private List<Long> combined(long[] found) {
    var digests = new ArrayList<Long>();
    int next = 0;
    for (Span region : regions) {
      long digest = key.start() ^ region.bytes();
      for (long at = 0; at < region.bytes(); at += PIECE) {
        digest = Long.rotateLeft((digest ^ found[next++]) * key.factor(), 29);
      }
      digests.add(digest);
    }
    return digests;
  }

  private static LongStream pieces(Span region) {
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
