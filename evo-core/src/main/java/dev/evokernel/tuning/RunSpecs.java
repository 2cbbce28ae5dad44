package dev.evokernel.tuning;

import dev.evokernel.config.BaselineUse;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.JobText;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelFile;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import java.nio.file.Path;
import java.util.List;

/** Makes every {@link RunSpec}: of a job, and of a kernel alone with the defaults of a job. */
public final class RunSpecs {

  /** Where a configuration that a job lists comes from. */
  private static final String WRITTEN = "written in evo.yaml";

  private RunSpecs() {}

  /** The spec of a job's run. */
  static RunSpec of(String id, Job job, KernelOnDevice subject, SeedingSpec seeding) {
    Kernel kernel = subject.kernel();
    ChosenDevice chosen = subject.chosen();
    Path origin = WorkingFolder.shown(new KernelFile(job.kernel()).folder());
    return new RunSpec(
        id,
        kernel,
        origin,
        KernelSources.of(kernel).hash(),
        JobReader.shapes(job, kernel),
        chosen.backend(),
        chosen.device(),
        job.budget(),
        job.search().settings(subject.inFlight(job.search())),
        JobReader.seeds(job, kernel).stream()
            .map(seed -> new InitialConfiguration(seed, WRITTEN))
            .toList(),
        JobReader.objective(job, kernel),
        job.acceptance(),
        job.gate(),
        job.drift(),
        job.timeouts().compile(),
        job.timeouts().evaluation(),
        job.sampling(),
        job.results(),
        JobText.of(job.onDevice(chosen.device().id()), origin, WorkingFolder.shown(job.results())),
        GitCheckout.commit(origin),
        EvoVersion.text(),
        job.baselines() == BaselineUse.NEVER
            ? List.of()
            : kernel.baselines().stream().map(Baseline::name).toList(),
        seeding);
  }

  /**
   * The spec of a kernel that no job describes, without drift checks and baselines.
   *
   * @param id of the run, and its folder below the target's results
   * @param seed the random seed
   */
  public static RunSpec of(String id, Target target, long seed, Budget budget) {
    SearchOptions search = SearchOptions.DEFAULT.withSeed(seed);
    var subject = new KernelOnDevice(target.chosen(), target.kernel());
    return new RunSpec(
        id,
        target.kernel(),
        target.folder(),
        KernelSources.of(target.kernel()).hash(),
        target.shapes(),
        target.backend(),
        target.device(),
        budget,
        search.settings(subject.inFlight(search)),
        List.of(),
        Objective.DEFAULT,
        AcceptanceRule.DEFAULT,
        VerificationSettings.DEFAULT,
        DriftSettings.OFF,
        target.timeouts().compile(),
        target.timeouts().evaluation(),
        SamplingSettings.DEFAULT,
        target.results(),
        "",
        GitCheckout.commit(target.folder().toAbsolutePath()),
        EvoVersion.text());
  }
}
