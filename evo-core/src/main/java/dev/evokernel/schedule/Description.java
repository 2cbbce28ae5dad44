package dev.evokernel.schedule;

import dev.evokernel.backend.Bindings;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.kernel.Shape;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.Run;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import java.time.Instant;
import java.util.List;

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
            workloads(plan, team)),
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
    return plan.shapes().stream().map(shape -> workload(plan, shape, team.limits())).toList();
  }

  private static Workload workload(Plan plan, Shape shape, DeviceLimits limits) {
    Frame frame = Bindings.frame(plan.kernel(), limits, shape, plan.kernel().incumbent());
    return new Workload(
        shape, plan.kernel().work().flops().real(frame), plan.kernel().work().bytes().real(frame));
  }
}
