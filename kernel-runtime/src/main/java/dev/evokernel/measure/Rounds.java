package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures programs against each other: in every round each gives one sample, in random order, so
 * that drift of the machine hits all alike and neighbours do not always disturb the same one.
 *
 * <p>Launches that are not timed precede each sample, unless caches are flushed anyway; they bring
 * the caches back from the program before.
 *
 * <p>Guests take part without deciding anything: a slow one sits rounds out, and its time ends the
 * rounds of the others no earlier.
 */
public final class Rounds {

  private static final int WARM_UP_SAMPLES = 4;
  private static final int SETTLING = 4;

  /** Samples that a guest gives at the least, however long they take. */
  static final int OF_A_GUEST = 5;

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
  public List<Sampling> measure(List<BatchTimer> timers, DeviceMonitor attendant) {
    return measure(timers, List.of(), attendant);
  }

  /**
   * The same with guests, who follow in the list. A guest gives a sample in every round, unless it
   * has taken longer so far than all the others together.
   */
  public List<Sampling> measure(
      List<BatchTimer> timers, List<BatchTimer> guests, DeviceMonitor attendant) {
    List<BatchTimer> everybody = Stream.concat(timers.stream(), guests.stream()).toList();
    int[] launches =
        everybody.stream()
            .mapToInt(
                new Calibration(
                        found,
                        settings.sample().multipliedBy(WARM_UP_SAMPLES),
                        settings.sample(),
                        nanoClock)
                    ::launches)
            .toArray();
    List<Tally> tallies = everybody.stream().map(_ -> new Tally()).toList();
    var order = new ArrayList<>(IntStream.range(0, everybody.size()).boxed().toList());
    var watch = new SampleMonitor(attendant);
    watch.begin();
    long atMost = settings.atMost().toNanos();
    long end = nanoClock.getAsLong() + Sampler.SLACK * atMost;
    long spent = 0;
    int round = 0;
    while (round < settings.rounds()
        && (round < settings.minRounds() || (spent < atMost && nanoClock.getAsLong() - end < 0))) {
      Collections.shuffle(order, Random.from(random));
      var before = tallies.stream().map(tally -> new Mark(tally.count(), tally.spent())).toList();
      for (int entrant : order) {
        if (entrant < timers.size()) {
          spent += sample(everybody.get(entrant), launches[entrant], tallies.get(entrant));
        } else if (mayTakePart(tallies.get(entrant), spent)) {
          long began = nanoClock.getAsLong();
          var _ = sample(everybody.get(entrant), launches[entrant], tallies.get(entrant));
          end += nanoClock.getAsLong() - began;
        }
      }
      if (watch.accepts(timers.size())) {
        round++;
      } else {
        for (int entrant : order) {
          Mark mark = before.get(entrant);
          tallies.get(entrant).keep(mark.count(), mark.spent());
        }
      }
    }
    return IntStream.range(0, everybody.size())
        .mapToObj(
            entrant ->
                new Sampling(tallies.get(entrant).samples(), launches[entrant], watch.state()))
        .toList();
  }

  /** How far a tally was before a round. */
  private record Mark(int count, long spent) {}

  private static boolean mayTakePart(Tally guest, long spentOnTheOthers) {
    return guest.count() < OF_A_GUEST || guest.spent() <= spentOnTheOthers;
  }

  /** Takes one sample and returns the nanoseconds of all launches for it. */
  private long sample(BatchTimer timer, int launches, Tally tally) {
    long settling = found == CacheState.HOT ? timer.nanos(Math.ceilDiv(launches, SETTLING)) : 0;
    long batch = Math.max(1, timer.nanos(launches));
    tally.add(batch, launches);
    return settling + batch;
  }
}
