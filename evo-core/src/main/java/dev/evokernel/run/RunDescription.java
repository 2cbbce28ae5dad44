package dev.evokernel.run;

import dev.evokernel.comparison.BaselineRound;
import dev.evokernel.seeding.NearestResults;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import dev.evokernel.workers.RunWorkers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run as the store writes it down when it begins. */
public final class RunDescription {

  private RunDescription() {}

  public static RunRecord of(RunSpec spec, RunWorkers team, Instant began) {
    return new RunRecord(
        spec.id(),
        new Subject(
            spec.kernel().name(),
            spec.origin().folder().toString(),
            spec.origin().sourceHash(),
            spec.backend().name(),
            spec.kernel().parameters(),
            spec.kernel().defaultConfiguration(),
            workloads(spec, team),
            Optional.of(Arithmetic.of(spec.kernel()))),
        new Provenance(
            spec.device(),
            team.compilerVersion(),
            Host.name(),
            spec.origin().commit(),
            spec.origin().evoVersion(),
            NearestResults.architecture(team.limits())),
        spec.origin().job(),
        spec.search().settings().seed(),
        spec.objective(),
        began);
  }

  static List<Workload> workloads(RunSpec spec, RunWorkers team) {
    return spec.shapes().stream()
        .map(shape -> BaselineRound.workload(spec.kernel(), shape, team.limits()))
        .toList();
  }
}
