package dev.evokernel.measure;

import module java.base;

import dev.evokernel.kernel.CacheState;
import dev.evokernel.measure.Calibration.Calibrated;
import dev.evokernel.outcome.DeviceState;

/**
 * Interleaved measurement of programs. In every round each program gives one sample, in random
 * order, so that drift and other processes affect all programs equally.
 *
 * <p>On a device whose cores other processes use, the programs have several turns in a round, and
 * the second fastest counts. A disturbance, of which some last for many batches, only slows a turn;
 * a program that skips its work once gains nothing. Rounds without a disturbed sample count, or the
 * least disturbed ones if they are fewer than {@link FinalsSettings#LEAST_ROUNDS}.
 *
 * <p>After the wall-clock time, {@link FinalsSettings#LEAST_ROUNDS} suffice and disturbed rounds
 * are not repeated. Untimed launches before each sample restore the caches after the previous
 * program, unless caches are flushed. Baselines do not influence the number of rounds: a slow
 * baseline skips rounds, and its time does not count.
 *
 * @param tries the most batches of a turn
 * @param cache cache state of timed launches
 * @param random decides the order within each round
 * @param nanoClock clock such as {@link System#nanoTime}
 * @param within wall-clock time of the rounds, including calibration
 */
public record Rounds(
    FinalsSettings settings,
    int tries,
    CacheState cache,
    RandomGenerator random,
    LongSupplier nanoClock,
    Duration within,
    Listener listener) {

  /** Listener to the rounds of the finals. */
  @FunctionalInterface
  public interface Listener {

    /** Receives the position of the program that is launched next, the baselines last. */
    default void begins(int position) {}

    /** Receives the end of a round, counted from 1, and the estimated total number of rounds. */
    void ended(int round, int about);
  }

  private static final int WARM_UP_SAMPLES = 4;
  private static final int SETTLING = 4;

  /** Turns of a round on a device whose cores other processes use. */
  private static final int TURNS = 4;

  /** The length of all batches of a turn, for each of which another process may have the core. */
  private static final long LONG_NANOS = 24_000_000;

  /** Minimum number of samples of a baseline. */
  static final int MIN_BASELINE_SAMPLES = 5;

  /**
   * Measures the timers, with equally many samples each, and the baselines, which follow in the
   * list. A baseline skips rounds while it has taken longer than all timers together.
   *
   * @param monitor monitor of the device; a disturbed round is repeated
   */
  public List<Sampling> measure(
      List<BatchTimer> timers, List<BatchTimer> baselines, DeviceMonitor monitor) {
    long opened = nanoClock.getAsLong();
    List<BatchTimer> all = Stream.concat(timers.stream(), baselines.stream()).toList();
    var calibration =
        new Calibration(
            cache, settings.sample().multipliedBy(WARM_UP_SAMPLES), settings.sample(), nanoClock);
    List<Calibrated> usual = calibrated(all, calibration);
    List<Calibrated> calibrated =
        usual.stream().anyMatch(Calibrated::isBrief) ? calibrated(all, calibration.brief()) : usual;
    int[] launches = calibrated.stream().mapToInt(Calibrated::launches).toArray();
    // Programs that are compared have as many batches in each turn.
    double longest =
        calibrated.stream().limit(timers.size()).mapToDouble(Calibrated::nanos).max().orElse(1);
    int turns = Math.min(TURNS, tries(longest));
    int[] most =
        calibrated.stream().mapToInt(one -> tries(Math.max(longest, one.nanos()))).toArray();
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
    var disturbed = new ArrayList<Integer>();
    while (round < settings.rounds()
        && (isLate(opened)
            ? round < Math.min(FinalsSettings.LEAST_ROUNDS, settings.minRounds())
            : round < settings.minRounds()
                || (spent < atMost && nanoClock.getAsLong() - end < 0))) {
      var before = tallies.stream().map(tally -> new Mark(tally.count(), tally.spent())).toList();
      var given = new ArrayList<List<BatchTimer.Turn>>();
      all.forEach(_ -> given.add(new ArrayList<>()));
      for (int turn = 0; turn < turns; turn++) {
        Collections.shuffle(order, Random.from(random));
        for (int position : order) {
          Tally tally = tallies.get(position);
          List<BatchTimer.Turn> own = given.get(position);
          boolean isBaseline = position >= timers.size();
          boolean isSlow =
              tally.count() >= MIN_BASELINE_SAMPLES && tally.spent() + taken(own) > spent;
          if (isBaseline && (isSlow || turn >= most[position])) {
            continue;
          }
          listener.begins(position);
          long asked = nanoClock.getAsLong();
          BatchTimer timer = all.get(position);
          long settling = settling(timer, launches[position]);
          own.add(timer.turn(launches[position], most[position]));
          spent += isBaseline ? 0 : settling + own.getLast().nanos();
          end += isBaseline ? nanoClock.getAsLong() - asked : 0;
        }
      }
      int disturbances = 0;
      for (int position = 0; position < all.size(); position++) {
        List<BatchTimer.Turn> own = given.get(position);
        if (!own.isEmpty()) {
          BatchTimer.Turn sample = sample(own);
          tallies.get(position).add(Math.max(1, sample.nanos()), launches[position], taken(own));
          disturbances += sample.isDisturbed() ? 1 : 0;
        }
      }
      if (isLate(opened) || watch.accepts(timers.size())) {
        round++;
        disturbed.add(disturbances);
        listener.ended(round, about(round, spent, opened, began));
      } else {
        for (int position : order) {
          Mark mark = before.get(position);
          tallies.get(position).keep(mark.count(), mark.spent());
        }
      }
    }
    int[] counted = leastDisturbed(disturbed);
    DeviceState state = watch.end();
    return IntStream.range(0, all.size())
        .mapToObj(
            position ->
                new Sampling(
                    position < timers.size()
                        ? tallies.get(position).samples(counted)
                        : tallies.get(position).samples(),
                    launches[position],
                    state))
        .toList();
  }

  private List<Calibrated> calibrated(List<BatchTimer> timers, Calibration calibration) {
    var calibrated = new ArrayList<Calibrated>();
    for (BatchTimer timer : timers) {
      listener.begins(calibrated.size());
      calibrated.add(calibration.batch(timer));
    }
    return calibrated;
  }

  private static long taken(List<BatchTimer.Turn> turns) {
    return turns.stream().mapToLong(BatchTimer.Turn::nanos).sum();
  }

  /** The second turn of the undisturbed ones, the fastest first, and then of the others. */
  private static BatchTimer.Turn sample(List<BatchTimer.Turn> turns) {
    int second = Math.min(1, turns.size() - 1);
    return turns.stream()
        .sorted(
            Comparator.comparing(BatchTimer.Turn::isDisturbed)
                .thenComparingLong(BatchTimer.Turn::nanos))
        .toList()
        .get(second);
  }

  /**
   * The rounds that count: those in which no sample was disturbed, and in any case the least
   * disturbed ones. A round counts for all programs or for none.
   */
  private static int[] leastDisturbed(List<Integer> disturbed) {
    int fifth =
        disturbed.stream()
            .sorted()
            .skip(Math.min(FinalsSettings.LEAST_ROUNDS, disturbed.size()) - 1)
            .findFirst()
            .orElse(0);
    return IntStream.range(0, disturbed.size()).filter(i -> disturbed.get(i) <= fifth).toArray();
  }

  /** A long batch is rarely undisturbed, however often it is repeated. */
  private int tries(double nanos) {
    return (int) Math.clamp(LONG_NANOS / nanos, 1, tries);
  }

  private boolean isLate(long opened) {
    return nanoClock.getAsLong() - opened >= within.toNanos();
  }

  /** Estimates the total number of rounds from the time of the previous ones. */
  private int about(int round, long spent, long opened, long began) {
    long now = nanoClock.getAsLong();
    double byTheClock = (double) (within.toNanos() - (began - opened)) / Math.max(1, now - began);
    double bySamples = (double) settings.atMost().toNanos() / Math.max(1, spent);
    double least = byTheClock < bySamples ? FinalsSettings.LEAST_ROUNDS : settings.minRounds();
    double rounds = Math.max(least, Math.floor(round * Math.min(byTheClock, bySamples)));
    return (int) Math.clamp(rounds, round, settings.rounds());
  }

  private record Mark(int count, long spent) {}

  private long settling(BatchTimer timer, int launches) {
    return cache == CacheState.HOT ? timer.settle(Math.ceilDiv(launches, SETTLING)) : 0;
  }
}
