package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Sha256;

/**
 * A process that uses a cache without mercy: finds, keeps, damages and evicts. Whatever is found
 * has to be right; it ends with status 1 otherwise.
 */
final class CacheHammer {

  private static final int KEYS = 40;

  private final BinaryCache cache;
  private final SplittableRandom random;
  private final AtomicLong hours = new AtomicLong();

  private CacheHammer(Path folder, long seed) {
    this.cache = new BinaryCache(new CacheFolder(folder, this::now), "so");
    this.random = new SplittableRandom(seed);
  }

  /**
   * @param arguments folder, seed, rounds
   */
  public static void main(String[] arguments) throws IOException {
    var hammer = new CacheHammer(Path.of(arguments[0]), Long.parseLong(arguments[1]));
    int found = 0;
    int rounds = Integer.parseInt(arguments[2]);
    for (int round = 0; round < rounds; round++) {
      found += hammer.round() ? 1 : 0;
    }
    System.out.println("found " + found + " of " + rounds);
  }

  /** Time flies, so that eviction has something to do. */
  private Instant now() {
    return Instant.EPOCH.plus(Duration.ofMinutes(hours.incrementAndGet()));
  }

  private boolean round() throws IOException {
    int number = random.nextInt(KEYS);
    CompileKey key = CompileKey.of("hammer").with("number", "" + number).key();
    byte[] content = "%06d".formatted(number).repeat(1500).getBytes(StandardCharsets.US_ASCII);
    Optional<Compilation> known = cache.find(key);
    if (known.isEmpty()) {
      cache.make(
          draft -> {
            Files.write(draft.path(), content);
            return cache.keep(key, draft, 1);
          });
      return false;
    }
    Binary binary = ((Compilation.Compiled) known.get()).binary();
    if (!binary.digest().equals(Sha256.of(content))) {
      throw new AssertionError("number " + number + " gives another's binary");
    }
    if (random.nextInt(20) == 0) {
      damage(binary.file());
    }
    return true;
  }

  private static void damage(Path file) throws IOException {
    try {
      Files.write(file, new byte[7], java.nio.file.StandardOpenOption.TRUNCATE_EXISTING);
    } catch (NoSuchFileException evicted) {
      // Nothing left to damage.
    }
  }
}
