package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.TimedShapes;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;

/**
 * Measurements of candidates in a search for a portfolio on the shapes that the search left out,
 * before the finalists are chosen.
 *
 * <p>The search times a candidate only where it may be the fastest. A small set also needs
 * candidates that are nearly the fastest on several shapes, so their missing times are measured.
 * The search does not learn these times, so a resumed search repeats its course.
 *
 * @param theDefault the reference of the objectives
 * @param exclude receives candidates that are rejected on a shape; they keep their measurements but
 *     may not lead
 */
public record MissingTimes(
    RunSpec spec,
    CompileStep compilers,
    EvaluationStep device,
    ResultStore store,
    RunFindings findings,
    Measured theDefault,
    RunClock time,
    Consumer<Exclusion> exclude) {

  /**
   * Verifies and times candidates on their missing shapes, and records the results.
   *
   * @param candidates measured on some shapes, the most important first
   * @param inTime whether there is time for one more
   */
  public void fill(List<Candidate> candidates, BooleanSupplier inTime) throws InterruptedException {
    for (Candidate candidate : candidates) {
      if (!inTime.getAsBoolean()) {
        return;
      }
      if (compilers.compile(candidate.configuration()) instanceof Compilation.Compiled built) {
        fill(candidate, built);
      }
    }
  }

  private void fill(Candidate candidate, Compilation.Compiled built) throws InterruptedException {
    List<String> missing =
        spec.shapes().stream()
            .map(Shape::name)
            .filter(shape -> candidate.measurement(shape).isEmpty())
            .toList();
    long began = time.nanos();
    Evaluated evaluated =
        device.evaluate(
            EvaluationRequest.of(candidate.configuration(), built.binary())
                .racing(findings.bestP50())
                .likeDefault(spec.kernel(), Optional.of(theDefault))
                .on(new TimedShapes(missing, /* apart= */ true)));
    switch (evaluated.outcome()) {
      case Rejected why ->
          exclude.accept(new Exclusion(candidate.number(), why, time.clock().instant()));
      case Measured further ->
          findings
              .registry()
              .put(
                  store.record(
                      spec.id(),
                      candidate.proposal(),
                      with(candidate, further, time.nanos() - began, evaluated.spent().check())));
    }
  }

  private Evaluation with(Candidate candidate, Measured further, long nanos, long checking) {
    Evaluation before = candidate.evaluation().orElseThrow();
    var all = new ArrayList<Measurement>();
    for (Shape shape : spec.shapes()) {
      candidate.measurement(shape.name()).or(() -> further.on(shape.name())).ifPresent(all::add);
    }
    var complete = new Measured(all);
    return new Evaluation(
        complete,
        spec.objective().first(complete, theDefault),
        before.digest(),
        before.compileNanos(),
        before.evaluateNanos() + nanos,
        before.checkNanos() + checking,
        before.finished(),
        before.device(),
        before.scale());
  }
}
