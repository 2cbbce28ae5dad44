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

  public static RunRecord of(RunSpec plan, RunWorkers team, Instant began) {
    return new RunRecord(
        plan.runId(),
        new Subject(
            plan.kernel().name(),
            plan.origin().toString(),
            plan.sourceHash(),
            plan.backend().name(),
            plan.kernel().parameters(),
            plan.kernel().defaultConfiguration(),
            workloads(plan, team),
            Optional.of(Arithmetic.of(plan.kernel()))),
        new Provenance(
            plan.device(),
            team.compilerVersion(),
            Host.name(),
            plan.commit(),
            plan.evoVersion(),
            NearestResults.architecture(team.limits())),
        plan.job(),
        plan.search().seed(),
        plan.objective(),
        began);
  }

  static List<Workload> workloads(RunSpec plan, RunWorkers team) {
    return plan.shapes().stream()
        .map(shape -> BaselineRound.workload(plan.kernel(), shape, team.limits()))
        .toList();
  }
}
