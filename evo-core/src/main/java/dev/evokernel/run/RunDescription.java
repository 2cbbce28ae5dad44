package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.WrittenMacros;
import dev.evokernel.search.Prior;
import dev.evokernel.seeding.NearestResults;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.Provenance;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import dev.evokernel.workers.RunWorkers;

/** The record of a run, stored at its start. */
public final class RunDescription {

  private RunDescription() {}

  /**
   * @param known whether the run has a file of what it knew, which its job then names
   */
  public static RunRecord of(RunSpec spec, RunWorkers workers, boolean known, Instant began) {
    String job = spec.origin().job();
    return new RunRecord(
        spec.id(),
        new Subject(
            spec.kernel().name(),
            spec.origin().folder().toString(),
            spec.origin().sourceHash(),
            spec.backend().name(),
            spec.kernel().parameters(),
            spec.kernel().defaultConfiguration(),
            workloads(spec, workers.primary().limits()),
            Optional.of(Arithmetic.of(spec.kernel(), spec.shapes())),
            WrittenMacros.of(spec.kernel())),
        new Provenance(
            spec.device(),
            workers.compilerVersion(),
            Host.name(),
            spec.origin().commit(),
            spec.origin().evoVersion(),
            NearestResults.architecture(workers.primary().limits()),
            spec.origin().fleet(),
            Optional.of(traits(spec, workers.primary().limits())),
            false),
        known ? job.replaceFirst("prior: [^,}\n]+", Prior.REFERENCE) : job,
        spec.search().settings().seed(),
        spec.objective(),
        began);
  }

  /** Describes what the device's name leaves open, for example a lower power limit. */
  public static String traits(RunSpec spec, DeviceLimits limits) {
    String operation = spec.backend().operation(spec.device());
    return "%d cores, %d GiB%s"
        .formatted(
            limits.value(Limit.CORES),
            Math.round(limits.value(Limit.MEMORY) / (double) (1 << 30)),
            operation.isEmpty() ? "" : ", " + operation);
  }

  public static List<Workload> workloads(RunSpec spec, DeviceLimits limits) {
    return Workload.of(spec.kernel(), spec.shapes(), limits);
  }
}
