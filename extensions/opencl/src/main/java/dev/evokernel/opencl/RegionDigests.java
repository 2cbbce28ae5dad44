package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Region;

/**
 * Digests that the device computes. Only the hashes of pieces come back; the host combines them to
 * one number for each region.
 */
final class RegionDigests implements Digests {

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

  /**
   * Regions of one allocation, which one launch hashes.
   *
   * @param table offset and bytes of each piece
   * @param hashes one for each piece
   */
  private record Part(ClMemory memory, int pieces, ClMemory table, ClMemory hashes) {}

  private final ClContext context;
  private final ClKernel kernel;
  private final Key key;
  private final List<Region<ClMemory>> regions;
  private final List<Part> parts;

  /**
   * @param kernel {@code evo_digest}
   */
  RegionDigests(ClContext context, ClKernel kernel, Key key, List<Region<ClMemory>> regions) {
    this.context = context;
    this.kernel = kernel;
    this.key = key;
    this.regions = List.copyOf(regions);
    var byMemory = new LinkedHashMap<ClMemory, LongStream.Builder>();
    for (Region<ClMemory> region : regions) {
      for (long at = 0; at < region.bytes(); at += PIECE) {
        byMemory
            .computeIfAbsent(region.memory(), _ -> LongStream.builder())
            .add(region.offset() + at)
            .add(Math.min(PIECE, region.bytes() - at));
      }
    }
    this.parts =
        byMemory.entrySet().stream()
            .map(part -> part(part.getKey(), part.getValue().build().toArray()))
            .toList();
  }

  private Part part(ClMemory memory, long[] table) {
    ClMemory pieces = allocate(table.length);
    context.upload(MemorySegment.ofArray(table), pieces, 0);
    return new Part(memory, table.length / 2, pieces, allocate(table.length / 2));
  }

  private ClMemory allocate(long words) {
    return context.allocate(words * Long.BYTES, "digests");
  }

  @Override
  public List<Long> compute() {
    for (Part part : parts) {
      Inspection.pass(kernel, part.memory(), part.table(), key.words(), part.hashes());
      kernel.launches(List.of((long) part.pieces()), List.of(Inspection.ITEMS));
      kernel.enqueue(context);
    }
    var found = new HashMap<ClMemory, LongBuffer>();
    for (Part part : parts) {
      long[] hashes = new long[part.pieces()];
      context.download(part.hashes(), 0, MemorySegment.ofArray(hashes));
      found.put(part.memory(), LongBuffer.wrap(hashes));
    }
    var digests = new ArrayList<Long>();
    for (Region<ClMemory> region : regions) {
      long digest = key.start() ^ region.bytes();
      for (long at = 0; at < region.bytes(); at += PIECE) {
        long hash = Objects.requireNonNull(found.get(region.memory())).get();
        digest = Long.rotateLeft((digest ^ hash) * key.factor(), 29);
      }
      digests.add(digest);
    }
    return digests;
  }

  @Override
  public void close() {
    for (Part part : parts) {
      part.table().close();
      part.hashes().close();
    }
  }
}
