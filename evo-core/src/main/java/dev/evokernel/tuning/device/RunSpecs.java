package dev.evokernel.tuning.device;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobFinals.BaselineUse;
import dev.evokernel.config.JobText;
import dev.evokernel.config.ResolvedJob;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.run.record.GitCheckout;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.Problem;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.text.Launcher;

/** Factory of every {@link RunSpec}: for a job, or for a kernel with the default settings. */
public final class RunSpecs {

  private RunSpecs() {}

  public static RunSpec of(String id, Job job, KernelOnDevice subject, SeedingSpec seeding) {
    Kernel kernel = subject.kernel();
    ResolvedJob resolved = job.on(kernel);
    Path origin = Launcher.shown(new KernelFile(job.kernel()).folder());
    return new RunSpec(
        id,
        resolved.problem(),
        subject.platform(),
        new SearchSpec(
            job.search().settings(subject.inFlight(job.search())),
            job.budget(),
            resolved.initial(),
            seeding,
            job.search()
                .goal()
                .decided(
                    resolved.problem().shapes().size(),
                    resolved.problem().objective().hasFront()
                        || kernel.correctness().isAcrossShapes())
                .sought()),
        job.evaluation(),
        new Acceptance(
            job.finals().acceptance(),
            job.finals().baselines() == BaselineUse.NEVER
                ? List.of()
                : kernel.extras().baselines().stream().map(Baseline::name).toList(),
            job.finals().rounds(),
            job.finals().processes()),
        new Origin(
            origin,
            KernelSources.of(kernel).hash(),
            job.results(),
            JobText.of(
                job.onDevice(subject.chosen().named()), origin, Launcher.shown(job.results())),
            GitCheckout.commit(origin),
            EvoVersion.text(),
            subject.fleet()));
  }

  /**
   * Spec of a kernel without a job, without drift checks and baselines.
   *
   * @param id the run's id, which is also its folder below the target's results
   * @param seed the random seed
   */
  public static RunSpec of(String id, Target target, long seed, Budget budget) {
    SearchOptions search = SearchOptions.DEFAULT.withSeed(seed);
    var subject = new LiveKernel(target.chosen(), target.kernel(), List.of(), List.of());
    return new RunSpec(
        id,
        new Problem(target.kernel(), target.shapes(), Objective.DEFAULT),
        subject.platform(),
        new SearchSpec(search.settings(subject.inFlight(search)), budget),
        new EvaluationSpec(
            VerificationSettings.DEFAULT,
            SamplingSettings.DEFAULT,
            DriftSettings.OFF,
            target.timeouts()),
        Acceptance.DEFAULT,
        new Origin(
            target.folder(),
            KernelSources.of(target.kernel()).hash(),
            target.results(),
            "",
            GitCheckout.commit(target.folder().toAbsolutePath()),
            EvoVersion.text(),
            Optional.empty()));
  }
}
