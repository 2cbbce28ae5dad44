package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;

/**
 * Shapes for which a configuration other than the default was accepted.
 *
 * @param verdict reasons, one sentence each
 * @param buckets in the kernel's order
 * @param leftOut reasons by the names of the other shapes
 * @param tied configurations that the finals could not tell from the best
 */
record AcceptedBuckets(
    TunedKernel kernel,
    MeasuredWith with,
    List<String> verdict,
    List<Bucket> buckets,
    SequencedMap<String, String> leftOut,
    List<Configuration> tied) {

  /**
   * Kernel that was tuned.
   *
   * @param folder as the job names it
   */
  record TunedKernel(String name, String folder, String backend, Configuration theDefault) {}

  AcceptedBuckets {
    buckets = List.copyOf(buckets);
    tied = List.copyOf(tied);
  }

  /**
   * Selects the buckets of a run. A shape enters if the finals accepted the run's result and showed
   * the shape's configuration to be faster than the default on this shape.
   *
   * @throws BadInputException if no shape enters
   */
  static AcceptedBuckets of(RunHistory history) {
    Conclusion conclusion = Conclusion.of(history);
    String run = history.run().id();
    if (conclusion.basis() != Conclusion.Basis.ACCEPTED) {
      throw new BadInputException(
          "The run %s accepted no configuration (%s), and nothing else enters a file for another program. See: %s",
          run, conclusion.basis().label(), Launcher.command("show " + run));
    }
    var buckets = new ArrayList<Bucket>();
    var leftOut = new LinkedHashMap<String, String>();
    for (Conclusion.Comparison finals : conclusion.served()) {
      Optional<Candidate> candidate = candidate(history, conclusion, finals.shape());
      if (candidate.isEmpty() || finals.speedUp().isEmpty()) {
        leftOut.put(finals.shape(), "the default serves this shape");
      } else if (!finals.speedUp().get().isFaster()) {
        leftOut.put(
            finals.shape(), "not shown to be faster: " + finals.speedUp().get().withConfidence());
      } else {
        buckets.add(bucket(history, candidate.get(), finals));
      }
    }
    if (buckets.isEmpty()) {
      throw new BadInputException(
          "No shape of the run %s has a configuration that was shown to be faster than the default: %s",
          run, leftOut);
    }
    return new AcceptedBuckets(
        new TunedKernel(
            history.run().subject().kernel(),
            history.run().subject().folder(),
            history.run().subject().backend(),
            history.run().subject().defaultConfiguration()),
        with(history.run()),
        conclusion.reasons(),
        buckets,
        leftOut,
        history.finals().stream()
            .flatMap(finals -> finals.tied().stream())
            .flatMap(number -> history.candidate(number).stream())
            .map(Candidate::configuration)
            .toList());
  }

  private static Bucket bucket(
      RunHistory history, Candidate candidate, Conclusion.Comparison finals) {
    Samples own = finals.best().orElseThrow();
    SpeedUp speedUp = finals.speedUp().orElseThrow();
    return new Bucket(
        finals.workload().shape(),
        candidate.configuration(),
        candidate.reference(),
        new Bucket.Times(
            finals.defaultSamples().map(Samples::p50).orElseThrow(),
            own.p50(),
            own.p90(),
            own.count(),
            speedUp.ratio(),
            speedUp.low(),
            speedUp.high(),
            finals.processes().map(ConfirmedRatio.Processes::confirming).orElse(1)),
        candidate
            .measurement(finals.shape())
            .flatMap(
                measured ->
                    history
                        .defaultCandidate()
                        .flatMap(ofDefault -> ofDefault.measurement(finals.shape()))
                        .flatMap(measured::sameBits)));
  }

  /** The candidate that serves a shape, unless it is the default. */
  private static Optional<Candidate> candidate(
      RunHistory history, Conclusion conclusion, String shape) {
    return PortfolioReport.resultOf(history)
        .map(set -> set.dispatched(shape).flatMap(history::candidate))
        .orElseGet(conclusion::champion)
        .filter(
            found -> !found.configuration().equals(history.run().subject().defaultConfiguration()));
  }

  private static MeasuredWith with(StoredRun run) {
    Provenance provenance = run.provenance();
    return new MeasuredWith(
        run.id(),
        run.run().started().toString(),
        provenance.evoVersion(),
        provenance.device().model(),
        provenance.device().driver(),
        provenance.compiler(),
        provenance.host(),
        run.subject().sourceHash());
  }

  /**
   * Circumstances in which the times of a file were measured.
   *
   * @param at when the measurement began
   * @param sourceHash a digest of {@code kernel.yaml} and of every source
   */
  record MeasuredWith(
      String run,
      String at,
      String evo,
      String device,
      String driver,
      String compiler,
      String host,
      String sourceHash) {

    String sentence() {
      return "Measured by evo %s, %s, on %s, driver %s, with %s."
          .formatted(evo, run, device, driver, compiler);
    }

    /**
     * Version of Triton in the compiler's name, for example {@code 3.5.0}; empty without Triton.
     */
    Optional<String> triton() {
      return Pattern.compile("(?i)triton[ -]?(\\d+(?:\\.\\d+)+)")
          .matcher(compiler)
          .results()
          .map(found -> found.group(1))
          .findFirst();
    }

    /** The device's model with underscores, as PyTorch's users have it in the names of files. */
    String deviceWord() {
      return device.replace(' ', '_');
    }

    /** Differences to a later measurement, for example {@code driver 570 → 580}. */
    List<String> changes(MeasuredWith later) {
      return Stream.of(
              change("evo", evo, later.evo),
              change("device", device, later.device),
              change("driver", driver, later.driver),
              change("compiler", compiler, later.compiler),
              change("source", brief(sourceHash), brief(later.sourceHash)))
          .flatMap(Optional::stream)
          .toList();
    }

    private static String brief(String hash) {
      return hash.substring(0, Math.min(12, hash.length()));
    }

    private static Optional<String> change(String what, String before, String after) {
      return before.equals(after)
          ? Optional.empty()
          : Optional.of("%s %s → %s".formatted(what, before, after));
    }
  }
}
