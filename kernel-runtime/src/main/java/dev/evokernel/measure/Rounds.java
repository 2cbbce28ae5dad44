package dev.evokernel.measure;

import dev.evokernel.kernel.CacheState;
import java.time.Duration;
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
 * that drift of the machine and other processes disturb all programs alike.
 *
 * <p>A time by the clock ends the rounds whatever the device does: from then on no disturbed round
 * is repeated, and {@link FinalsSettings#LEAST_ROUNDS} suffice.
 *
 * <p>Launches that are not timed precede each sample, unless caches are flushed anyway; they bring
 * the caches back from the program before.
 *
 * <p>Baselines do not influence the number of rounds: a slow one skips rounds, and its time does
 * not count against the bound.
 */
public final class Rounds {

  private static final int WARM_UP_SAMPLES = 4;
  private static final int SETTLING = 4;

  /** Samples that a baseline gives at the least, however long they take. */
  static final int MIN_BASELINE_SAMPLES = 5;

  private final FinalsSettings settings;
  private final CacheState found;
  private final RandomGenerator random;
  private final LongSupplier nanoClock;
  private final Duration within;
  private final RoundListener listener;

  /**
   * @param found what every launch finds in the caches
   * @param random decides the order within each round
   * @param nanoClock such as {@link System#nanoTime}; only bounds what flushing may cost
   */
  public Rounds(
      FinalsSettings settings, CacheState found, RandomGenerator random, LongSupplier nanoClock) {
    this(settings, found, random, nanoClock, FinalsTime.UNLIMITED.within(), (_, _) -> {});
  }

  /**
   * @param within the time by the clock of these rounds, calibration included
   */
  public Rounds(
      FinalsSettings settings,
      CacheState found,
      RandomGenerator random,
      LongSupplier nanoClock,
      Duration within,
      RoundListener listener) {
    this.settings = settings;
    this.found = found;
    this.random = random;
    this.nanoClock = nanoClock;
    this.within = within;
    this.listener = listener;
  }

  /**
   * One sampling for each timer, in their order, all with equally many samples.
   *
   * @param monitor watches the device; a disturbed round is repeated
   */
  public List<Sampling> measure(List<BatchTimer> timers, DeviceMonitor monitor) {
    return measure(timers, List.of(), monitor);
  }

  /**
   * The same with baselines, which follow in the list. A baseline gives a sample in every round,
   * unless it has taken longer so far than all finalists together.
   */
  public List<Sampling> measure(
      List<BatchTimer> timers, List<BatchTimer> baselines, DeviceMonitor monitor) {
    long opened = nanoClock.getAsLong();
    List<BatchTimer> all = Stream.concat(timers.stream(), baselines.stream()).toList();
    int[] launches =
        all.stream()
            .mapToInt(
                new Calibration(
                        found,
                        settings.sample().multipliedBy(WARM_UP_SAMPLES),
                        settings.sample(),
                        nanoClock)
                    ::launches)
            .toArray();
    List<Tally> tallies = all.stream().map(_ -> new Tally()).toList();
    var order = new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
    var watch = new SampleMonitor(monitor);
    if (!isLate(opened)) {
      watch.begin();
    }
    long atMost = settings.atMost().toNanos();
    long began = nanoClock.getAsLong();
    long end = began + Sampler.SLACK * atMost;
    long spent = 0;
    int round = 0;
    while (round < settings.rounds()
        && (isLate(opened)
            ? round < Math.min(FinalsSettings.LEAST_ROUNDS, settings.minRounds())
            : round < settings.minRounds()
                || (spent < atMost && nanoClock.getAsLong() - end < 0))) {
      Collections.shuffle(order, Random.from(random));
      var before = tallies.stream().map(tally -> new Mark(tally.count(), tally.spent())).toList();
      for (int position : order) {
        if (position < timers.size()) {
          spent += sample(all.get(position), launches[position], tallies.get(position));
        } else if (mayTakePart(tallies.get(position), spent)) {
          long asked = nanoClock.getAsLong();
          var _ = sample(all.get(position), launches[position], tallies.get(position));
          end += nanoClock.getAsLong() - asked;
        }
      }
      if (isLate(opened) || watch.accepts(timers.size())) {
        round++;
        listener.ended(round, about(round, spent, opened, began));
      } else {
        for (int position : order) {
          Mark mark = before.get(position);
          tallies.get(position).keep(mark.count(), mark.spent());
        }
      }
    }
    return IntStream.range(0, all.size())
        .mapToObj(
            position ->
                new Sampling(tallies.get(position).samples(), launches[position], watch.state()))
        .toList();
  }

  private boolean isLate(long opened) {
    return nanoClock.getAsLong() - opened >= within.toNanos();
  }

  /** How many rounds there will be if those to come take as long as those before. */
  private int about(int round, long spent, long opened, long began) {
    long now = nanoClock.getAsLong();
    double byTheClock = (double) (within.toNanos() - (began - opened)) / Math.max(1, now - began);
    double bySamples = (double) settings.atMost().toNanos() / Math.max(1, spent);
    double least = byTheClock < bySamples ? FinalsSettings.LEAST_ROUNDS : settings.minRounds();
    double rounds = Math.max(least, Math.floor(round * Math.min(byTheClock, bySamples)));
    return (int) Math.clamp(rounds, round, settings.rounds());
  }

  /** The state of a tally before a round. */
  private record Mark(int count, long spent) {}

  private static boolean mayTakePart(Tally baseline, long spentOnTheOthers) {
    return baseline.count() < MIN_BASELINE_SAMPLES || baseline.spent() <= spentOnTheOthers;
  }

  /** Takes one sample and returns the nanoseconds of all launches for it. */
  private long sample(BatchTimer timer, int launches, Tally tally) {
    long settling = found == CacheState.HOT ? timer.settle(Math.ceilDiv(launches, SETTLING)) : 0;
    long batch = Math.max(1, timer.sample(launches));
    tally.add(batch, launches);
    return settling + batch;
  }
}
