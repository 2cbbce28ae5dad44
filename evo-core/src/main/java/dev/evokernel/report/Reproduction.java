package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.StoredRun;
import java.util.stream.Collectors;

/** The commands that do it again, for a shell in the folder of {@code evo.yaml}. */
final class Reproduction {

  private Reproduction() {}

  /** The whole run, from the job as it was read. */
  static String ofRun(StoredRun run) {
    return checkout(run) + job(run.run().job());
  }

  /** One configuration beside the incumbent, with nothing else evaluated. */
  static String ofConfiguration(StoredRun run, Configuration configuration) {
    boolean incumbent = configuration.equals(run.subject().incumbent());
    String job =
        "kernel: "
            + Json.compact(run.subject().folder())
            + "\ndevice: "
            + Json.compact(run.provenance().device().id())
            + "\nshapes: "
            + Json.compact(run.subject().shapes())
            + "\nbudget: {evaluations: "
            + (incumbent ? 1 : 2)
            + "}\nsearch: {seed: "
            + run.run().seed()
            + "}\n"
            + ownLine(run, "gate")
            + ownLine(run, "sampling");
    String seeding = "seeding:\n  configurations:\n    - " + Macros.yaml(configuration) + "\n";
    return checkout(run) + job(incumbent ? job : job + seeding);
  }

  /**
   * A line of the run's job, in its own words, as evo writes it: what is checked or timed in
   * another way does not compare.
   */
  private static String ownLine(StoredRun run, String key) {
    return run.run()
        .job()
        .lines()
        .filter(line -> line.startsWith(key + ": "))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static String checkout(StoredRun run) {
    return run.provenance()
        .commit()
        .map(
            commit ->
                "git checkout "
                    + commit.hash()
                    + (commit.dirty() ? "  # files had been changed since" : "")
                    + "\n")
        .orElse("");
  }

  private static String job(String yaml) {
    return "cat > again.yaml <<'EVO_YAML'\n"
        + yaml.stripTrailing()
        + "\nEVO_YAML\n./evo run --config again.yaml\n";
  }
}
