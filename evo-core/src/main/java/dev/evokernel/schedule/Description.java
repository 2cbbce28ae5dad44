package dev.evokernel.schedule;

import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.Run;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run as the store writes it down when it begins. */
final class Description {

  private Description() {}

  static Run of(Plan plan, Team team, Instant began) {
    return new Run(
        plan.runId(),
        new Subject(
            plan.kernel().name(),
            plan.origin().toString(),
            plan.sourceHash(),
            plan.backend().name(),
            plan.kernel().parameters(),
            plan.kernel().incumbent(),
            workloads(plan, team),
            Optional.of(Arithmetic.of(plan.kernel()))),
        new Provenance(
            plan.device(),
            team.compilerVersion(),
            Host.name(),
            plan.commit(),
            plan.evoVersion(),
            Nearest.architecture(team.limits())),
        plan.job(),
        plan.search().seed(),
        plan.objective(),
        began);
  }

  static List<Workload> workloads(Plan plan, Team team) {
    return plan.shapes().stream()
        .map(shape -> BaselineRound.workload(plan.kernel(), shape, team.limits()))
        .toList();
  }
}
