package dev.evokernel.finals;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.Role;

/**
 * The finals of a run: what fresh device processes, minutes apart, measured of the default and the
 * fastest candidates, and the decision that follows from it at any time.
 *
 * <p>Each process measures the default and some finalists, interleaved, and adds one ratio for each
 * finalist and shape. A finalist's first process may choose it, and only its later processes
 * confirm it, so that its figures owe nothing to luck. The intervals hold together for all
 * finalists, shapes and decisions: deciding after each process claims no more than deciding once.
 */
public final class Confirmation {

  /**
   * A finalist's measurements.
   *
   * @param first in the finalist's process with the lowest number
   * @param beside the default in that process
   * @param samples of all processes, by shape
   */
  public record Result(
      Measured first, Measured beside, SequencedMap<String, ProcessSamples> samples) {

    static Result of(int process, Measured first, Measured beside) {
      var samples = new LinkedHashMap<String, ProcessSamples>();
      for (Measurement one : first.measurements()) {
        samples.put(one.shape(), new ProcessSamples(new TreeMap<>(Map.of(process, one.samples()))));
      }
      return new Result(first, beside, samples);
    }

    private Result with(int process, Measured measured, Measured theDefault) {
      var more = new LinkedHashMap<>(samples);
      for (Measurement one : measured.measurements()) {
        more.compute(
            one.shape(),
            (_, before) -> Objects.requireNonNull(before).with(process, one.samples()));
      }
      boolean isFirst = process < samples.firstEntry().getValue().processes().firstKey();
      return new Result(isFirst ? measured : first, isFirst ? theDefault : beside, more);
    }

    private int processes() {
      return samples.firstEntry().getValue().processes().size();
    }
  }

  /** The additional check of each candidate that an accepted decision uses. */
  @FunctionalInterface
  public interface Check {

    /** Returns why the candidate is excluded; empty if it may be used. */
    Optional<Rejected> check(BuiltFinalist finalist) throws InterruptedException;
  }

  /** The most finalists that take part in every process. */
  private static final int FEW = 2;

  /** Time relative to the fastest finalist's above which a finalist takes part no more. */
  private static final double SLOW = 1.05;

  private final DecisionRule rule;
  private final Configuration ofDefault;
  private final int most;
  private final BiConsumer<Candidate, Rejected> exclude;
  private final SequencedMap<Candidate, Result> measured = new LinkedHashMap<>();
  private final Map<Integer, BuiltFinalist> built = new HashMap<>();
  private final SequencedMap<Candidate, Rejected> failed = new LinkedHashMap<>();
  private final SequencedMap<Integer, String> devices = new TreeMap<>();
  private final Set<Integer> checked = new HashSet<>();
  private Optional<FinalsDecision> decision = Optional.empty();

  /**
   * @param ofDefault the default configuration
   * @param most processes; all but the first are followed by a decision that may claim something
   * @param exclude receives each finalist that fails
   */
  public Confirmation(
      DecisionRule rule,
      Configuration ofDefault,
      int most,
      BiConsumer<Candidate, Rejected> exclude) {
    this.rule = rule;
    this.ofDefault = ofDefault;
    this.most = most;
    this.exclude = exclude;
  }

  /**
   * Takes over what earlier sessions measured.
   *
   * @param candidate finds a candidate by its number; empty if it must not be used
   */
  public synchronized void restore(
      FinalsDecision earlier, IntFunction<Optional<Candidate>> candidate) {
    var byCandidate = new LinkedHashMap<Integer, List<FinalistMeasurement>>();
    for (FinalistMeasurement one : earlier.results()) {
      byCandidate.computeIfAbsent(one.candidate(), _ -> new ArrayList<>()).add(one);
      one.byProcess().processes().keySet().forEach(process -> devices.putIfAbsent(process, ""));
    }
    Optional<Candidate> reference =
        earlier.candidate(Role.DEFAULT).stream().boxed().findFirst().flatMap(candidate::apply);
    if (reference.isPresent()) {
      List<FinalistMeasurement> base =
          Objects.requireNonNull(byCandidate.get(reference.get().number()));
      byCandidate.forEach(
          (number, results) ->
              candidate
                  .apply(number)
                  .ifPresent(
                      known -> {
                        int process =
                            results.getFirst().byProcess().processes().firstEntry().getKey();
                        var samples = new LinkedHashMap<String, ProcessSamples>();
                        results.forEach(one -> samples.put(one.shape(), one.byProcess()));
                        measured.put(
                            known,
                            new Result(
                                restored(known, results, process),
                                restored(reference.get(), base, process),
                                samples));
                      }));
    }
    decision = Optional.of(earlier);
  }

  /** Errors of the outputs are those that the search found. */
  private static Measured restored(
      Candidate candidate, List<FinalistMeasurement> results, int process) {
    var measurements = new ArrayList<Measurement>();
    for (FinalistMeasurement one : results) {
      Samples samples = one.byProcess().processes().get(process);
      if (samples != null) {
        measurements.add(
            new Measurement(
                one.shape(),
                samples,
                1,
                candidate
                    .measured()
                    .flatMap(measured -> measured.on(one.shape()))
                    .map(Measurement::accuracy)
                    .orElse(List.of()),
                null,
                one.joules(),
                one.device()));
      }
    }
    return new Measured(measurements);
  }

  /** The number of processes so far. */
  public synchronized int processes() {
    return devices.isEmpty() ? 0 : Collections.max(devices.keySet());
  }

  /** Whether another process may follow. */
  public synchronized boolean mayGoOn() {
    return processes() < most;
  }

  public synchronized boolean has(Candidate candidate) {
    return measured.containsKey(known(candidate)) || failed.containsKey(known(candidate));
  }

  /** The candidate as it took part before: its objective may have changed since. */
  private Candidate known(Candidate candidate) {
    return Stream.of(measured, failed)
        .flatMap(all -> all.keySet().stream())
        .filter(one -> one.number() == candidate.number())
        .findFirst()
        .orElse(candidate);
  }

  public synchronized Optional<FinalsDecision> decision() {
    return decision;
  }

  /**
   * Lists the finalists of earlier processes that the next one measures again, without the default:
   * those that an accepted decision uses, the two fastest, and of the others that are nearly as
   * fast on some shape a half, drawn anew for each process. What is measured beside a program moves
   * its time, always to the same side.
   */
  public synchronized List<Candidate> contenders(RandomGenerator random) {
    var times = new ArrayList<ToDoubleFunction<Candidate>>();
    List<Candidate> others =
        measured.keySet().stream().filter(candidate -> !isDefault(candidate)).toList();
    if (others.isEmpty()) {
      return List.of();
    }
    times.add(one -> objective(one).orElse(Double.MAX_VALUE));
    for (String shape : result(others.getFirst()).samples().keySet()) {
      times.add(one -> ratio(one, shape));
    }
    var distances = new HashMap<Candidate, Double>();
    for (ToDoubleFunction<Candidate> time : times) {
      double least = others.stream().mapToDouble(time).min().orElse(1);
      others.forEach(one -> distances.merge(one, time.applyAsDouble(one) / least, Math::min));
    }
    List<Candidate> ranked =
        others.stream().sorted(Comparator.comparingDouble(times.getFirst())).toList();
    int few = rule.objective().isTimeAlone() ? FEW : others.size();
    var contenders = new LinkedHashSet<>(ranked.subList(0, Math.min(few, ranked.size())));
    others.stream().filter(one -> uses(one.number())).forEach(contenders::add);
    var rest =
        new ArrayList<>(
            others.stream()
                .filter(one -> !contenders.contains(one))
                .filter(one -> distances.getOrDefault(one, 1.) <= SLOW)
                .toList());
    Collections.shuffle(rest, Random.from(random));
    contenders.addAll(rest.subList(0, Math.ceilDiv(rest.size(), 2)));
    return List.copyOf(contenders);
  }

  private boolean uses(int number) {
    return decision.filter(so -> so.verdict().accepted()).stream()
        .anyMatch(
            so ->
                so.candidate(Role.CHAMPION).stream().anyMatch(one -> one == number)
                    || so.portfolio().stream()
                        .anyMatch(sets -> sets.dispatched().containsValue(number)));
  }

  /** The fewest confirming processes of the finalists that were fastest in their first one. */
  public synchronized int confirmations() {
    return measured.entrySet().stream()
        .filter(entry -> !isDefault(entry.getKey()))
        .min(
            Comparator.comparingDouble(entry -> objective(entry.getKey()).orElse(Double.MAX_VALUE)))
        .map(entry -> entry.getValue().processes() - 1)
        .orElse(-1);
  }

  private boolean isDefault(Candidate candidate) {
    return candidate.configuration().equals(ofDefault);
  }

  private Result result(Candidate candidate) {
    return Objects.requireNonNull(measured.get(candidate));
  }

  private OptionalDouble objective(Candidate candidate) {
    return rule.objective().first(result(candidate).first(), result(candidate).beside());
  }

  private double ratio(Candidate candidate, String shape) {
    Result result = result(candidate);
    return result.first().on(shape).orElseThrow().samples().p50()
        / result.beside().on(shape).orElseThrow().samples().p50();
  }

  /**
   * Adds what a process measured. A finalist that failed in any process is out. Without the default
   * the process does not count.
   *
   * @param process its number, from 1
   * @param finalists the default first
   * @param outcomes one for each
   */
  public synchronized void add(
      int process, String device, List<BuiltFinalist> finalists, List<Outcome> outcomes) {
    devices.put(process, device);
    boolean isLast = process == processes();
    Candidate reference = known(finalists.getFirst().candidate());
    if (outcomes.getFirst() instanceof Rejected why) {
      if (isLast) {
        failed.put(reference, why);
      }
      return;
    }
    if (isLast) {
      failed.remove(reference);
    }
    var beside = (Measured) outcomes.getFirst();
    for (int i = 0; i < outcomes.size(); i++) {
      Candidate candidate = known(finalists.get(i).candidate());
      built.put(candidate.number(), finalists.get(i));
      if (failed.containsKey(candidate) && i > 0) {
        continue; // Another process, held beside this one, has excluded it.
      }
      switch (outcomes.get(i)) {
        case Measured result -> {
          Result before = measured.get(candidate);
          measured.put(
              candidate,
              before == null
                  ? Result.of(process, result, beside)
                  : before.with(process, result, beside));
        }
        case Rejected why -> fail(candidate, why);
      }
    }
  }

  /** Excludes a finalist. */
  public synchronized void fail(Candidate candidate, Rejected why) {
    measured.remove(candidate);
    failed.put(candidate, why);
    exclude.accept(candidate, why);
  }

  /**
   * Decides by everything measured so far.
   *
   * @param check of the candidates that an accepted decision uses; a candidate passes once
   * @param exhausted whether the search tried every configuration
   */
  public FinalsDecision decide(Check check, boolean exhausted) throws InterruptedException {
    Optional<Candidate> reference = measured.keySet().stream().filter(this::isDefault).findFirst();
    FinalsDecision made =
        reference.isEmpty() || failed.keySet().stream().anyMatch(this::isDefault)
            ? new FinalsDecision(
                reference.map(one -> results(choice(one), one, Optional.empty())).orElse(List.of()),
                Verdict.undecided("The default failed in the finals" + whyDefault()),
                List.of())
            : measured.size() == 1
                ? new FinalsDecision(
                    results(choice(reference.get()), reference.get(), Optional.empty()),
                    unopposed(exhausted),
                    List.of(reference.get().number()))
                : chosen(reference.get(), check);
    decision = Optional.of(made);
    return made;
  }

  private String whyDefault() {
    return failed.entrySet().stream()
        .filter(entry -> isDefault(entry.getKey()))
        .map(entry -> ": " + said(entry.getValue()) + ". " + entry.getValue().message())
        .findFirst()
        .orElse(".");
  }

  /**
   * Verdict without another finalist.
   *
   * @param exhausted whether all others were tried: otherwise a comparison with nothing shows
   *     nothing
   */
  private Verdict unopposed(boolean exhausted) {
    String reason =
        !failed.isEmpty()
            ? failed.entrySet().stream()
                .map(entry -> entry.getKey().number() + " (" + said(entry.getValue()) + ")")
                .collect(
                    Collectors.joining(
                        ", ", "Every finalist besides the default failed in the finals: ", "."))
            : exhausted
                ? "Every configuration was tried; only the default is valid."
                : "No finalist besides the default was measured.";
    return exhausted ? Verdict.defaultStays(reason) : Verdict.undecided(reason);
  }

  private static String said(Rejected failure) {
    return failure.reason().label()
        + (failure.shape().isEmpty() ? "" : " on shape '" + failure.shape() + "'");
  }

  private Optional<FinalsChoice> choice(Candidate reference) {
    return measured.size() == 1
        ? Optional.empty()
        : Optional.of(new FinalsChoice(rule, measured, reference, Math.max(1, most - 1)));
  }

  /** Chooses, and chooses again without each candidate of the result that fails its check. */
  private FinalsDecision chosen(Candidate reference, Check check) throws InterruptedException {
    FinalsChoice choice = choice(reference).orElseThrow();
    var excluded = new LinkedHashMap<Candidate, String>();
    FinalsChoice.Choice chosen = choice.without(excluded.keySet());
    for (Optional<BuiltFinalist> next = unchecked(chosen);
        next.isPresent();
        next = unchecked(chosen)) {
      Candidate candidate = next.get().candidate();
      checked.add(candidate.number());
      Optional<Rejected> why = check.check(next.get());
      if (why.isPresent()) {
        fail(candidate, why.get());
        excluded.put(
            candidate,
            "Candidate %d is excluded: %s. %s"
                .formatted(candidate.number(), said(why.get()), why.get().message()));
        chosen = choice.without(excluded.keySet());
      }
    }
    Verdict verdict = chosen.verdict();
    return new FinalsDecision(
        results(Optional.of(choice), reference, chosen.champion()),
        verdict.accepted() || excluded.isEmpty()
            ? verdict
            : new Verdict(verdict.decision(), List.copyOf(excluded.values())),
        chosen.tied().stream().map(Candidate::number).toList(),
        chosen.portfolio());
  }

  private Optional<BuiltFinalist> unchecked(FinalsChoice.Choice chosen) {
    return chosen.used().stream()
        .filter(number -> !checked.contains(number))
        .flatMap(number -> Stream.ofNullable(built.get(number)))
        .filter(finalist -> !isDefault(finalist.candidate()))
        .findFirst();
  }

  private List<FinalistMeasurement> results(
      Optional<FinalsChoice> choice, Candidate reference, Optional<Candidate> champion) {
    var results = new ArrayList<FinalistMeasurement>();
    measured.forEach(
        (candidate, result) -> {
          for (Measurement one : result.first().measurements()) {
            results.add(
                new FinalistMeasurement(
                    candidate.number(),
                    candidate.equals(reference)
                        ? Role.DEFAULT
                        : champion.filter(candidate::equals).isPresent()
                            ? Role.CHAMPION
                            : Role.FINALIST,
                    one.shape(),
                    Objects.requireNonNull(result.samples().get(one.shape())),
                    one.joules(),
                    choice
                        .flatMap(by -> by.ratio(candidate, one.shape()))
                        .map(ConfirmedRatio::speedUp),
                    one.device()));
          }
        });
    return results;
  }

  /** Names the champion's speed-up on each device, if several measured it and the default. */
  public synchronized Optional<String> byDevice(FinalsDecision of) {
    var byDevice = new LinkedHashMap<String, List<Double>>();
    for (FinalistMeasurement one : of.results()) {
      Optional<FinalistMeasurement> base =
          of.candidate(Role.DEFAULT).stream()
              .boxed()
              .findFirst()
              .flatMap(number -> of.result(number, one.shape()));
      if (one.role() == Role.CHAMPION && base.isPresent()) {
        one.byProcess()
            .processes()
            .forEach(
                (process, samples) ->
                    byDevice
                        .computeIfAbsent(devices.getOrDefault(process, ""), _ -> new ArrayList<>())
                        .add(
                            Objects.requireNonNull(base.get().byProcess().processes().get(process))
                                    .p50()
                                / samples.p50()));
      }
    }
    byDevice.remove(""); // Of an earlier session.
    return byDevice.size() < 2
        ? Optional.empty()
        : Optional.of(
            byDevice.entrySet().stream()
                .map(
                    entry ->
                        String.format(
                            Locale.ROOT,
                            "%.3f times on %s",
                            GeometricMean.of(
                                entry.getValue().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .toArray()),
                            entry.getKey()))
                .collect(
                    Collectors.joining(
                        ", ", "By device, the geometric mean of the shapes: ", ".")));
  }
}
