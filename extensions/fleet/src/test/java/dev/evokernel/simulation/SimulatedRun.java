package dev.evokernel.simulation;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.Acceptance;
import dev.evokernel.spec.RunSpec.Origin;
import dev.evokernel.spec.RunSpec.SearchSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;

/**
 * A run on a {@link SimulatedKernel}. Only the answers of its devices are simulated; they follow
 * from the configuration alone.
 *
 * @param samples in each measurement
 * @param inFlight evaluations under way at once
 * @param portfolio whether the run searches for a configuration for each shape
 * @param seed random seed
 * @param folder results folder
 */
public record SimulatedRun(
    int shapes, int samples, int inFlight, boolean portfolio, long seed, Path folder) {

  public static final String ID = "simulated-1";

  /**
   * Builds the run's specification and writes the copy of the kernel to its folder.
   *
   * @param evaluations budget of the run
   * @throws IOException if the folder cannot be written
   */
  public RunSpec spec(int evaluations) throws IOException {
    Path copy = Files.createDirectories(folder.resolve(ID).resolve("kernel"));
    Kernel kernel = SimulatedKernel.of(shapes, copy);
    Files.writeString(copy.resolve("kernel.yaml"), "# A kernel that exists in name alone.\n");
    return new RunSpec(
        ID,
        kernel,
        kernel.shapes(),
        Objective.DEFAULT,
        new SimulatedBackend(),
        List.of(SimulatedBackend.DEVICE),
        true,
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

  public SimulatedWorkers workers() {
    return new SimulatedWorkers(this, Duration.ZERO);
  }
}
