package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.outcome.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Measures programs against each other: in every round each gives one sample, in random order, so
 * that drift of the machine hits all alike and neighbours do not always disturb the same one.
 *
 * <p>Launches that are not timed precede each sample, unless caches are flushed anyway; they bring
 * the caches back from the program before.
 */
public final class Rounds {

  private static final int WARM_UP_SAMPLES = 4;
  private static final int SETTLING = 4;

  private final FinalsSettings settings;
  private final CacheState found;
  private final RandomGenerator random;
  private final LongSupplier nanoClock;

  /**
   * @param found what every launch finds in the caches
   * @param random decides the order within each round
   * @param nanoClock such as {@link System#nanoTime}; only bounds what flushing may cost
   */
  public Rounds(
      FinalsSettings settings, CacheState found, RandomGenerator random, LongSupplier nanoClock) {
    this.settings = settings;
    this.found = found;
    this.random = random;
    this.nanoClock = nanoClock;
  }

  /**
   * One sampling for each timer, in their order, all with equally many samples.
   *
   * @param attendant looks after the device; a round in which it was disturbed is held again
   */
  public List<Sampling> measure(List<BatchTimer> timers, Attendant attendant) {
    int[] launches =
        timers.stream()
            .mapToInt(
                new Calibration(
                        found,
                        settings.sample().multipliedBy(WARM_UP_SAMPLES),
                        settings.sample(),
                        nanoClock)
                    ::launches)
            .toArray();
    double[][] nanos = new double[timers.size()][settings.rounds()];
    var order = new ArrayList<>(IntStream.range(0, timers.size()).boxed().toList());
    var watch = new Watch(attendant);
    watch.begin();
    long atMost = settings.atMost().toNanos();
    long end = nanoClock.getAsLong() + Sampler.SLACK * atMost;
    long spent = 0;
    int round = 0;
    while (round < settings.rounds()
        && (round < settings.minRounds() || (spent < atMost && nanoClock.getAsLong() - end < 0))) {
      Collections.shuffle(order, Random.from(random));
      for (int entrant : order) {
        BatchTimer timer = timers.get(entrant);
        if (found == CacheState.HOT) {
          spent += timer.nanos(Math.ceilDiv(launches[entrant], SETTLING));
        }
        long batch = Math.max(1, timer.nanos(launches[entrant]));
        nanos[entrant][round] = (double) batch / launches[entrant];
        spent += batch;
      }
      if (watch.accepts(timers.size())) {
        round++;
      }
    }
    int rounds = round;
    return IntStream.range(0, timers.size())
        .mapToObj(
            entrant ->
                new Sampling(
                    Samples.of(Arrays.copyOf(nanos[entrant], rounds)),
                    launches[entrant],
                    watch.state()))
        .toList();
  }
}
