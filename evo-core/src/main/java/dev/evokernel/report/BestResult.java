package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Plain;
import dev.evokernel.report.text.Reproduction;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Provenance.Commit;
import dev.evokernel.store.run.StoredRun;
import org.jspecify.annotations.Nullable;

/** The file {@code evo_best.json}: the champion, the evidence, and the command that repeats it. */
public record BestResult(RunHistory history) implements Report {

  @Override
  public Document document() {
    return Document.of(Data.Fields.of(json(Conclusion.of(history))));
  }

  static SequencedMap<String, @Nullable Object> json(Conclusion conclusion) {
    RunHistory history = conclusion.history();
    StoredRun run = history.run();
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("kernel", run.subject().kernel());
    json.put("backend", run.subject().backend());
    json.put("run", run.id());
    json.put("status", run.status().label());
    json.put("basis", conclusion.basis().label());
    json.put("candidate", conclusion.champion().map(Candidate::number));
    json.put("configuration", Plain.of(conclusion.configuration()));
    json.put("fingerprint", conclusion.configuration().fingerprint());
    json.put("flags", Macros.flags(run.run().subject(), conclusion.configuration()));
    json.put("best", best(conclusion));
    conclusion.search().ifPresent(search -> json.put("search", search(search)));
    json.put("objective", objective(run.run().objective()));
    json.put("front", FrontReport.of(history).map(FrontReport::json));
    json.put("baselines", BaselineSection.of(conclusion).map(BaselineSection::json));
    PortfolioReport.of(history).ifPresent(portfolio -> json.put("portfolio", portfolio.json()));
    json.put("verdict", history.finals().map(BestResult::verdict));
    json.put("provenance", provenance(run));
    json.put("reproduce", Reproduction.ofConfiguration(run, conclusion.configuration()));
    return json;
  }

  private static Map<String, @Nullable Object> search(Conclusion.Best search) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("candidates", search.candidates().stream().map(Candidate::number).toList());
    search.speedUp().ifPresent(speedUp -> json.put("speedup", speedUp));
    return json;
  }

  private static Map<String, @Nullable Object> objective(Objective objective) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("minimise", objective.minimise().stream().map(Metric::label).toList());
    json.put("over", objective.over().plain());
    return json;
  }

  private static Map<String, @Nullable Object> verdict(FinalsDecision finals) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("accepted", finals.verdict().accepted());
    json.put("reasons", finals.verdict().reasons());
    json.put("tied", finals.tied());
    return json;
  }

  private static Map<String, @Nullable Object> best(Conclusion conclusion) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("candidate", conclusion.best().map(Candidate::number));
    json.put("configuration", conclusion.best().map(best -> Plain.of(best.configuration())));
    conclusion
        .overall()
        .ifPresentOrElse(overall -> overall.addTo(json), () -> json.put("speedup", null));
    json.put(
        "shapes",
        conclusion.comparisons().stream().map(shape -> shape(conclusion, shape)).toList());
    return json;
  }

  private static Map<String, @Nullable Object> shape(
      Conclusion conclusion, Conclusion.Comparison comparison) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("shape", comparison.shape());
    json.put("dimensions", comparison.workload().shape().plain());
    json.put("cache", comparison.workload().shape().cache().label());
    String flags =
        Macros.flags(
            conclusion.run().subject(), comparison.workload().shape(), conclusion.configuration());
    if (!flags.isEmpty()) {
      json.put("flags", flags);
    }
    json.put("default", samples(comparison.defaultSamples(), comparison.workload().flops()));
    json.put("best", samples(comparison.best(), comparison.workload().flops()));
    json.put("speedup", comparison.speedUp().map(BestResult::speedUp));
    DeviceState device = DeviceFacts.on(conclusion.history(), comparison.shape());
    json.put("device", device.equals(DeviceState.UNKNOWN) ? null : DeviceFacts.fields(device));
    return json;
  }

  static Map<String, @Nullable Object> samples(Optional<Samples> samples, double flops) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("p50_ns", samples.map(Samples::p50));
    json.put("p90_ns", samples.map(Samples::p90));
    json.put("samples", samples.map(Samples::count).orElse(0));
    json.put("gflops", flops > 0 ? samples.map(s -> flops / s.p50()) : null);
    return json;
  }

  /** A speed-up with its interval, as JSON. */
  public static Map<String, @Nullable Object> speedUp(SpeedUp speedUp) {
    return Plain.fields(speedUp).fields();
  }

  private static Map<String, @Nullable Object> provenance(StoredRun run) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("device", run.provenance().device().model());
    json.put("device_id", run.provenance().device().id());
    json.put("driver", run.provenance().device().driver());
    json.put("compiler", run.provenance().compiler());
    json.put("host", run.provenance().host());
    json.put("commit", run.provenance().commit().map(Commit::hash));
    json.put("dirty", run.provenance().commit().map(Commit::dirty));
    json.put("source_hash", run.subject().sourceHash());
    json.put("evo_version", run.provenance().evoVersion());
    json.put("seed", run.run().seed());
    json.put("started", run.run().started().toString());
    json.put("finished", run.finished().map(Object::toString));
    return json;
  }
}
