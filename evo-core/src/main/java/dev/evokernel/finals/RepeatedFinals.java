package dev.evokernel.finals;

import module java.base;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.protocol.Finalist;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.FinalsStep;

/**
 * The measurement of finalists in several fresh device processes.
 *
 * <p>The ratio of two programs varies between processes, with addresses and with the other measured
 * programs. The first process measures all finalists. Each pair of further processes measures the
 * default with one half of the others and with the other half; the halves are drawn again for each
 * pair. An unpaired last process measures all. With one or two finalists besides the default, all
 * take part in every process.
 *
 * <p>The processes and their participants are fixed before they begin; measurements only remove
 * failed finalists, and on a single device those that are no {@link #contenders} after the first.
 * So the result does not depend on the speed of the devices. If a second process does not fit with
 * all contenders, it confirms the first ones.
 */
final class RepeatedFinals {

  /**
   * A finalist that passed in every process.
   *
   * @param first the measurement of the first process
   * @param samples of all processes, by shape
   */
  record Result(Measured first, SequencedMap<String, ProcessSamples> samples) {

    private static Result of(Measured first) {
      var samples = new LinkedHashMap<String, ProcessSamples>();
      first
          .measurements()
          .forEach(
              measurement ->
                  samples.put(measurement.shape(), ProcessSamples.of(measurement.samples())));
      return new Result(first, samples);
    }

    private Result with(int process, Measured measured) {
      var more = new LinkedHashMap<>(samples);
      for (Measurement one : measured.measurements()) {
        more.compute(
            one.shape(),
            (_, before) -> Objects.requireNonNull(before).with(process, one.samples()));
      }
      return new Result(first, more);
    }
  }

  /** The most finalists besides the default that are not split into halves. */
  private static final int FEW = 2;

  /** Time relative to the fastest finalist's above which a finalist cannot be chosen. */
  private static final double SLOW = 1.05;

  private final FinalsStep device;
  private final FinalistSelection.Seats seats;
  private final FinalsSettings settings;
  private final FinalRound.Schedule schedule;
  private final Objective objective;
  private final RandomGenerator random;
  private final SequencedMap<Candidate, Result> measured = new LinkedHashMap<>();
  private final SequencedMap<Candidate, Rejected> failed = new LinkedHashMap<>();

  /** The second half of a pair whose first process was seated. */
  private List<Candidate> rest = List.of();

  /**
   * @param settings for a single process
   * @param random draws the halves
   */
  RepeatedFinals(
      FinalsStep device,
      FinalistSelection.Seats seats,
      FinalsSettings settings,
      FinalRound.Schedule schedule,
      Objective objective,
      RandomGenerator random) {
    this.device = device;
    this.seats = seats;
    this.settings = settings;
    this.schedule = schedule;
    this.objective = objective;
    this.random = random;
  }

  /** Lists the finalists that passed in every process, including the default if it passed. */
  SequencedMap<Candidate, Result> measured() {
    return Collections.unmodifiableSequencedMap(measured);
  }

  SequencedMap<Candidate, Rejected> failed() {
    return Collections.unmodifiableSequencedMap(failed);
  }

  /**
   * Measures the finalists. A later process that the end of the wall time interrupts does not
   * count.
   *
   * @param reference the default's candidate; without it there is one process only
   * @param succession fills the seat of a finalist that fails in the first process
   */
  void hold(Optional<Candidate> reference, FinalistSuccession succession)
      throws InterruptedException {
    List<FinalsProcess> next = schedule.next(0, seats.finalists().size() - 1);
    List<Candidate> entered = seats.finalists().stream().map(BuiltFinalist::candidate).toList();
    if (reference.isEmpty()) {
      hold(next.subList(0, 1), Optional.empty(), entered, succession);
      return;
    }
    while (!next.isEmpty()) {
      int done;
      try {
        done = hold(next, reference, entered, succession);
      } catch (InterruptedException e) {
        if (measured.isEmpty() || !schedule.isOver()) {
          throw e;
        }
        return;
      }
      entered =
          done == 1 && measured.containsKey(reference.get())
              ? contenders(reference.get())
              : entered.stream().filter(measured::containsKey).toList();
      if (!entered.contains(reference.get()) || entered.size() == 1) {
        return;
      }
      next = schedule.next(done, entered.size() - 1);
      while (done == 1 && next.isEmpty() && entered.size() > 2) {
        entered = entered.subList(0, entered.size() - 1);
        next = schedule.next(done, entered.size() - 1);
      }
    }
  }

  /**
   * Lists the default and the finalists that later processes measure: the best of the first process
   * and the fastest on each shape, then others that are nearly so. The second best also stays, and
   * leads if the best fails its last check. The first process alone chooses, so what later
   * processes show of these does not depend on the choice.
   */
  private List<Candidate> contenders(Candidate reference) {
    List<Candidate> others = without(measured.keySet(), List.of(reference));
    var times = new ArrayList<ToDoubleFunction<Candidate>>();
    times.add(one -> objective.first(result(one).first(), result(reference).first()).orElse(0));
    result(reference).samples().keySet().forEach(shape -> times.add(one -> p50(one, shape)));
    var distances = new HashMap<Candidate, Double>();
    for (ToDoubleFunction<Candidate> time : times) {
      double least = others.stream().mapToDouble(time).min().orElse(0);
      others.forEach(one -> distances.merge(one, time.applyAsDouble(one) / least, Math::min));
    }
    List<Candidate> best =
        others.stream()
            .sorted(Comparator.comparingDouble(times.getFirst()))
            .limit(objective.isTimeAlone() ? FEW : others.size())
            .toList();
    return Stream.concat(
            Stream.of(reference),
            others.stream()
                .filter(one -> best.contains(one) || distances.getOrDefault(one, 1.) <= SLOW)
                .sorted(
                    Comparator.comparingDouble((Candidate one) -> distances.getOrDefault(one, 1.))
                        .thenComparingDouble(times.getFirst())))
        .toList();
  }

  private Result result(Candidate candidate) {
    return Objects.requireNonNull(measured.get(candidate));
  }

  private double p50(Candidate candidate, String shape) {
    return Objects.requireNonNull(result(candidate).samples().get(shape)).all().p50();
  }

  /**
   * Holds processes and counts their measurements in the order of their numbers.
   *
   * @return the number of the last process that counts
   */
  private int hold(
      List<FinalsProcess> processes,
      Optional<Candidate> reference,
      List<Candidate> entered,
      FinalistSuccession succession)
      throws InterruptedException {
    var present = new ArrayList<List<Candidate>>();
    var seatings = new ArrayList<FinalsSeating>();
    for (FinalsProcess process : processes) {
      List<Candidate> some =
          process.isFirst() ? entered : participants(process, reference.orElseThrow(), entered);
      present.add(some);
      seatings.add(
          new FinalsSeating(
              some.stream().map(candidate -> entry(built(candidate))).toList(),
              settings.in(process, visits(process.of(), entered.size() - 1))));
    }
    List<List<Outcome>> outcomes = device.hold(seatings, succession);
    for (int i = 0; i < outcomes.size(); i++) {
      if (processes.get(i).isFirst()) {
        begin(outcomes.get(i));
      } else if (measured.containsKey(reference.orElseThrow())) {
        again(processes.get(i).number(), present.get(i), outcomes.get(i));
      }
    }
    if (outcomes.size() < processes.size()) {
      rest = List.of(); // The halves are drawn again, with the successors.
    }
    return processes.get(outcomes.size() - 1).number();
  }

  /** Lists the default and all others, or a half of them. */
  private List<Candidate> participants(
      FinalsProcess process, Candidate reference, List<Candidate> entered) {
    List<Candidate> others = without(entered, List.of(reference));
    boolean unpaired = process.number() == process.of() && process.of() % 2 == 0;
    List<Candidate> some = others;
    if (others.size() > FEW && !unpaired) {
      some = rest.isEmpty() ? half(others) : rest;
      rest = rest.isEmpty() ? without(others, some) : List.of();
    }
    return Stream.concat(Stream.of(reference), some.stream().filter(entered::contains)).toList();
  }

  /**
   * Returns the number of processes in which each finalist takes part.
   *
   * @param processes all of them
   * @param others finalists besides the default
   */
  static int visits(int processes, int others) {
    return others > FEW ? 1 + processes / 2 : processes;
  }

  private List<Candidate> half(List<Candidate> others) {
    var shuffled = new ArrayList<>(others);
    Collections.shuffle(shuffled, Random.from(random));
    return List.copyOf(shuffled.subList(0, Math.ceilDiv(shuffled.size(), 2)));
  }

  private static List<Candidate> without(Collection<Candidate> all, List<Candidate> some) {
    return all.stream().filter(candidate -> !some.contains(candidate)).toList();
  }

  /** Takes the outcomes of the first process, which has all finalists, successors last. */
  private void begin(List<Outcome> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      Candidate candidate = seats.finalists().get(i).candidate();
      switch (outcomes.get(i)) {
        case Measured result -> measured.put(candidate, Result.of(result));
        case Rejected rejection -> failed.put(candidate, rejection);
      }
    }
  }

  /**
   * Takes the outcomes of a later process. A finalist that fails there is out, and has no
   * successor.
   */
  private void again(int process, List<Candidate> some, List<Outcome> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      Candidate candidate = some.get(i);
      if (measured.containsKey(candidate)) {
        switch (outcomes.get(i)) {
          case Measured result ->
              measured.computeIfPresent(candidate, (_, before) -> before.with(process, result));
          case Rejected rejection -> {
            measured.remove(candidate);
            failed.put(candidate, rejection);
            seats.failed(candidate, rejection);
          }
        }
      }
    }
  }

  private BuiltFinalist built(Candidate candidate) {
    return seats.finalists().stream()
        .filter(finalist -> finalist.candidate().equals(candidate))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the number of finalists besides the default in a process.
   *
   * @param number of the process, from 1
   * @param others finalists besides the default
   */
  static int present(int number, int processes, int others) {
    boolean unpaired = number == processes && processes % 2 == 0;
    return number == 1 || others <= FEW || unpaired ? others : Math.ceilDiv(others, 2);
  }

  static Finalist entry(BuiltFinalist one) {
    return new Finalist(one.candidate().configuration(), one.binary());
  }
}
