package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import org.jspecify.annotations.Nullable;

/** The file {@code evo_best.json}: the champion, the evidence, and the command that repeats it. */
public record BestResult(RunHistory history) implements Report {

  /** Times of a configuration on a shape; without samples if the shape was not measured. */
  record Times(Optional<Samples> samples, Workload workload) {

    static final Data.Columns<Times> FIELDS =
        new Data.Columns<Times>()
            .add("p50_ns", times -> times.samples().map(Samples::p50))
            .add("p90_ns", times -> times.samples().map(Samples::p90))
            .add("samples", times -> times.samples().map(Samples::count).orElse(0))
            .add("gflops", Times::gflops);

    private Optional<Double> gflops() {
      double flops = workload.flops();
      return samples.filter(_ -> flops > 0).map(known -> flops / known.p50());
    }
  }

  private static final Data.Columns<Conclusion> BEST =
      new Data.Columns<Conclusion>()
          .add("candidate", found -> found.best().map(Candidate::number))
          .add("configuration", found -> found.best().map(best -> Plain.of(best.configuration())))
          .add("speedup", Conclusion::speedUp)
          .addAll("", OverallSpeedUp.FIELDS, Conclusion::overall)
          .add("shapes", found -> shape(found).objects(found.comparisons()));

  private static final Data.Columns<Conclusion.Best> SEARCH =
      new Data.Columns<Conclusion.Best>()
          .add("candidates", best -> best.candidates().stream().map(Candidate::number).toList())
          .addIfPresent("speedup", best -> best.speedUp().stream().boxed().findFirst());

  private static final Data.Columns<Objective> OBJECTIVE =
      new Data.Columns<Objective>()
          .add("minimise", objective -> objective.minimise().stream().map(Metric::label).toList())
          .add("over", objective -> objective.over().plain());

  private static final Data.Columns<FinalsDecision> VERDICT =
      new Data.Columns<FinalsDecision>()
          .add("accepted", finals -> finals.verdict().accepted())
          .add("reasons", finals -> finals.verdict().reasons())
          .add("tied", FinalsDecision::tied);

  private static final Data.Columns<StoredRun> PROVENANCE =
      new Data.Columns<StoredRun>()
          .add("device", run -> run.provenance().device().model())
          .add("device_id", run -> run.provenance().device().id())
          .add("driver", run -> run.provenance().device().driver())
          .add("compiler", run -> run.provenance().compiler())
          .add("host", run -> run.provenance().host())
          .add("commit", run -> run.provenance().commit().map(Commit::hash))
          .add("dirty", run -> run.provenance().commit().map(Commit::dirty))
          .add("source_hash", run -> run.subject().sourceHash())
          .add("evo_version", run -> run.provenance().evoVersion())
          .add("seed", run -> run.run().seed())
          .add("started", run -> run.run().started().toString())
          .add("finished", run -> run.finished().map(Object::toString));

  static final Data.Columns<Conclusion> FIELDS =
      new Data.Columns<Conclusion>()
          .add("kernel", found -> found.run().subject().kernel())
          .add("backend", found -> found.run().subject().backend())
          .add("run", found -> found.run().id())
          .add("status", found -> found.run().status().label())
          .add("basis", found -> found.basis().label())
          .add("candidate", found -> found.champion().map(Candidate::number))
          .add("configuration", found -> Plain.of(found.configuration()))
          .add("fingerprint", found -> found.configuration().fingerprint())
          .add("flags", found -> Macros.flags(found.run().subject(), found.configuration()))
          .add("best", BEST::object)
          .addIfPresent("search", found -> found.search().map(SEARCH::object))
          .add("objective", found -> OBJECTIVE.object(found.run().run().objective()))
          .add("front", found -> FrontReport.of(found.history()).map(FrontReport::json))
          .add("baselines", found -> BaselineSection.of(found).map(BaselineSection::json))
          .addIfPresent(
              "portfolio",
              found -> PortfolioReport.of(found.history()).map(PortfolioReport.FIELDS::object))
          .add("verdict", found -> found.history().finals().map(VERDICT::object))
          .add("provenance", found -> PROVENANCE.object(found.run()))
          .add(
              "reproduce",
              found -> Reproduction.ofConfiguration(found.run(), found.configuration()));

  private static Data.Columns<Comparison> shape(Conclusion found) {
    Subject subject = found.run().subject();
    return new Data.Columns<Comparison>()
        .add("shape", Comparison::shape)
        .add("dimensions", shape -> shape.workload().shape().plain())
        .add("cache", shape -> shape.workload().shape().cache().label())
        .addIfPresent(
            "flags",
            shape ->
                Optional.of(Macros.flags(subject, shape.workload().shape(), found.configuration()))
                    .filter(flags -> !flags.isEmpty()))
        .add(
            "default",
            shape -> Times.FIELDS.object(new Times(shape.defaultSamples(), shape.workload())))
        .add("best", shape -> Times.FIELDS.object(new Times(shape.best(), shape.workload())))
        .add("speedup", shape -> shape.speedUp().map(BestResult::speedUp))
        .add(
            "device",
            shape ->
                Optional.of(DeviceFacts.on(found.history(), shape.shape()))
                    .filter(device -> !device.equals(DeviceState.UNKNOWN))
                    .map(DeviceFacts.FIELDS::object));
  }

  @Override
  public Document document() {
    return Document.of(FIELDS.fields(Conclusion.of(history)));
  }

  /** A speed-up with its interval, as JSON. */
  public static Map<String, @Nullable Object> speedUp(SpeedUp speedUp) {
    return Plain.fields(speedUp).fields();
  }
}
