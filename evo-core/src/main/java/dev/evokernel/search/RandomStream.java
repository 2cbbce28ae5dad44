package dev.evokernel.search;

import module java.base;

/**
 * Random stream whose state can be read and set, together with the states of all streams split from
 * it.
 *
 * <p>The generator is L64X128MixRandom (Steele and Vigna, LXM: better splittable pseudorandom
 * number generators, 2021), with the numbers of the JDK's implementation, whose state is not
 * accessible.
 */
final class RandomStream implements RandomGenerator {

  private static final long MULTIPLIER = 0xd1342543de82ef95L;
  private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;
  private static final long SILVER_RATIO = 0x6a09e667f3bcc909L;

  /** Words in the state of one stream. */
  private static final int WORDS = 3;

  private final long addend;
  private final List<RandomStream> family;
  private long linear;
  private long low;
  private long high;

  private RandomStream(long addend, long linear, long low, long high, List<RandomStream> family) {
    this.addend = addend | 1;
    this.linear = linear;
    boolean stuck = (low | high) == 0;
    this.low = stuck ? mix13(linear + GOLDEN_RATIO) : low;
    this.high = stuck ? mix13(linear + GOLDEN_RATIO + GOLDEN_RATIO) : high;
    this.family = family;
    family.add(this);
  }

  public static RandomStream of(long seed) {
    long silver = seed ^ SILVER_RATIO;
    return new RandomStream(
        mixMurmur(silver), 1, mix13(silver), mix13(silver + GOLDEN_RATIO), new ArrayList<>());
  }

  /** Splits off an independent stream. */
  public RandomStream split() {
    long brine = nextLong();
    return new RandomStream(brine << 1, nextLong(), nextLong(), nextLong(), family);
  }

  @Override
  public long nextLong() {
    long number = mixLea(linear + low);
    linear = MULTIPLIER * linear + addend;
    long mixed = high ^ low;
    low = Long.rotateLeft(low, 24) ^ mixed ^ (mixed << 16);
    high = Long.rotateLeft(mixed, 37);
    return number;
  }

  /** States of all streams of the same seed, oldest first. */
  public long[] states() {
    long[] states = new long[WORDS * family.size()];
    for (int i = 0; i < family.size(); i++) {
      RandomStream stream = family.get(i);
      states[WORDS * i] = stream.linear;
      states[WORDS * i + 1] = stream.low;
      states[WORDS * i + 2] = stream.high;
    }
    return states;
  }

  /**
   * Sets all states.
   *
   * @param states states of streams that were split from the same seed in the same order
   */
  public void restore(long... states) {
    if (states.length != WORDS * family.size()) {
      throw new IllegalArgumentException(
          "The state has %d words, but %d streams need %d each."
              .formatted(states.length, family.size(), WORDS));
    }
    for (int i = 0; i < family.size(); i++) {
      RandomStream stream = family.get(i);
      stream.linear = states[WORDS * i];
      stream.low = states[WORDS * i + 1];
      stream.high = states[WORDS * i + 2];
    }
  }

  private static long mixMurmur(long z) {
    long mixed = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  private static long mix13(long z) {
    long mixed = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  private static long mixLea(long z) {
    long mixed = (z ^ (z >>> 32)) * 0xdaba0b6eb09322e3L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xdaba0b6eb09322e3L;
    return mixed ^ (mixed >>> 32);
  }
}
