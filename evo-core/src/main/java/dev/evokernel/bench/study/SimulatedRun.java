package dev.evokernel.bench.study;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.Problem;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.SeedingSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run on a {@link SimulatedKernel}: everything is as in any run, but what its devices answer,
 * which follows from the configuration alone.
 *
 * @param shapes that a configuration is timed on
 * @param samples in each measurement
 * @param inFlight evaluations under way at once
 * @param portfolio whether a configuration for each shape is sought
 * @param seed the random seed
 * @param folder of the results
 */
public record SimulatedRun(
    int shapes, int samples, int inFlight, boolean portfolio, long seed, Path folder) {

  /** The run's id. */
  public static final String ID = "simulated";

  /**
   * The run with this many evaluations; its folder has the copy of the kernel from now on.
   *
   * @throws IOException if the folder cannot be written
   */
  public RunSpec spec(int evaluations) throws IOException {
    Path copy = Files.createDirectories(folder.resolve(ID).resolve("kernel"));
    Kernel kernel = SimulatedKernel.of(shapes, copy);
    Files.writeString(copy.resolve("kernel.yaml"), "# A kernel that exists in name alone.\n");
    return new RunSpec(
        ID,
        new Problem(kernel, kernel.shapes(), Objective.DEFAULT),
        new Recording(new SimulatedBackend(), SimulatedBackend.DEVICE),
        new SearchSpec(
            new SearchSettings(SearchSettings.DEFAULT.population(), seed, inFlight),
            new Budget(Budget.FOREVER, evaluations),
            List.of(),
            SeedingSpec.NONE,
            portfolio ? Optional.of(PortfolioSettings.DEFAULT) : Optional.empty()),
        EvaluationSpec.DEFAULT,
        Acceptance.DEFAULT,
        new Origin(
            folder, "simulated", folder, "", Optional.empty(), "simulated", Optional.empty()));
  }

  /** What its devices answer, at once. */
  public SimulatedWorkers workers() {
    return new SimulatedWorkers(SimulatedKernel.of(shapes, folder), samples);
  }
}
