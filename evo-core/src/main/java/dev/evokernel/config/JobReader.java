package dev.evokernel.config;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;

/** Reader of {@code evo.yaml}. */
public final class JobReader {

  private JobReader() {}

  /**
   * @throws InvalidFileException if the file does not exist or is invalid
   */
  public static Job read(Path evoYaml) {
    return job(JobFile.read(evoYaml));
  }

  /** Job for a kernel with all other settings at their defaults. */
  public static Job defaults(Path kernel) {
    return job(JobFile.ofText(kernel.resolveSibling("evo.yaml"), "kernel: .")).onKernel(kernel);
  }

  private static Job job(JobFile source) {
    YamlDocument document = source.document();
    Keys keys = Keys.read(document);
    var defaults =
        new Job(
            source,
            new Job.Subject(
                keys.beside("kernel.yaml"),
                "auto",
                List.of(),
                Objective.DEFAULT,
                List.of(),
                List.of()),
            Budget.DEFAULT,
            SearchOptions.DEFAULT,
            SeedingOptions.DEFAULT,
            EvaluationSpec.DEFAULT,
            Job.Finals.DEFAULT,
            Job.Output.into(keys.beside("results")));
    Job job = JobKeys.of(keys, defaults);
    if (keys.lacks("kernel") && job.recording().isEmpty()) {
      document.problem(
          document.root(),
          "the key 'kernel' is missing",
          "Name the kernel's folder or its kernel.yaml. Only a recording, 'device: replay:FILE',"
              + " needs no 'kernel'.");
    }
    if (job.objective().hasFront()) {
      refuseForAFront(document, job.search());
    }
    document.check();
    return job;
  }

  private static void refuseForAFront(YamlDocument document, SearchOptions search) {
    if (search.goal() == SearchOptions.Goal.PORTFOLIO) {
      document.problem(
          document.root().value("search").mapping().value("for"),
          "'for: portfolio' needs an objective of one metric",
          "Two metrics give a Pareto front, which is a set already. Write 'for: champion', or"
              + " minimise one metric.");
    }
    if (search.patience().canEnd()) {
      document.problem(
          document.root().value("stop").mapping().value("patience"),
          "'patience' needs an objective of one metric",
          "A Pareto front has no single best to improve on. Write 'patience: never', or minimise"
              + " one metric.");
    }
  }
}
