package dev.evokernel.fleet.wire;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.RunRecord;
import dev.evokernel.worker.protocol.Protocol;

/**
 * Problem of a run as its workers need it to compile and evaluate.
 *
 * @param run the run's id
 * @param shapes the shapes, each with its cache state
 * @param seed the random seed of the inputs
 * @param baselines names of the baselines timed beside the finalists
 */
public record SharedProblem(
    String run,
    SharedKernel kernel,
    List<Shape> shapes,
    long seed,
    EvaluationSpec evaluation,
    List<String> baselines) {

  /** Folder of a run's copy of the kernel, below the run's folder. */
  private static final String COPY = "kernel";

  public SharedProblem {
    shapes = List.copyOf(shapes);
    baselines = List.copyOf(baselines);
    RunRecord.requireId(run);
  }

  /** Describes a run whose folder has the copy of the kernel. */
  public static SharedProblem of(RunSpec spec) {
    return new SharedProblem(
        spec.id(),
        SharedKernel.of(spec.kernel(), spec.folder().resolve(COPY), spec.backend().name()),
        spec.shapes(),
        spec.search().settings().seed(),
        spec.evaluation(),
        spec.acceptance().baselines());
  }

  /** Path of a shared file in the run's copy. */
  public static Path file(RunSpec spec, SharedFile file) {
    return spec.folder().resolve(COPY).resolve(file.path());
  }

  /** SHA-256 of the whole problem. */
  public String digest() {
    return Sha256.of(Protocol.JSON.writeValueAsBytes(this));
  }

  /**
   * Recreates the run's spec on devices of this host.
   *
   * @param results the parent of the run's folder
   */
  public RunSpec on(
      List<DeviceIdentity> devices, ContentStore store, Path results, String evoVersion) {
    Path copy = results.resolve(run).resolve(COPY);
    Kernel repeated = kernel.repeated(store, copy);
    return new RunSpec(
        run,
        repeated,
        shapes,
        Objective.DEFAULT,
        Backend.named(kernel.backend()),
        devices,
        false,
        new SearchSpec(SearchSettings.DEFAULT.withSeed(seed), Budget.DEFAULT),
        evaluation,
        new Acceptance(
            AcceptanceRule.DEFAULT,
            baselines,
            Acceptance.DEFAULT.rounds(),
            Acceptance.DEFAULT.processes()),
        new Origin(
            copy, kernel.hash(), results, "", Optional.empty(), evoVersion, Optional.empty()));
  }
}
