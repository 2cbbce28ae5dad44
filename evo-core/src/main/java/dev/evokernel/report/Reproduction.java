package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.search.Prior;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import java.util.List;
import java.util.stream.Collectors;

/** Commands that repeat a run, for a shell in the folder of {@code evo.yaml}. */
public final class Reproduction {

  private Reproduction() {}

  /**
   * Commands that repeat the whole run. The job lists the initial configurations and names the
   * run's own file of what it knew, because files and the leaderboard can change.
   */
  public static String ofRun(RunHistory history) {
    StoredRun run = history.run();
    String job = run.run().job().replaceAll("(?m)^seeding:.*\\R?(?: .*\\R?)*", "");
    return checkout(run)
        + job(
            job.stripTrailing()
                + "\n"
                + seeding(
                    prior(run),
                    history.initialConfigurations().stream()
                        .filter(StoredInitialConfiguration::used)
                        .map(StoredInitialConfiguration::configuration)
                        .toList()));
  }

  private static String prior(StoredRun run) {
    return run.run().job().contains(Prior.REFERENCE)
        ? JsonRenderer.compact("results/%s/%s".formatted(run.id(), Prior.FILE))
        : "none";
  }

  private static String seeding(String prior, List<Configuration> configurations) {
    String list =
        configurations.stream()
            .map(configuration -> "    - " + Macros.yaml(configuration) + "\n")
            .collect(Collectors.joining());
    return "seeding:\n  prior: "
        + prior
        + "\n"
        + (list.isEmpty() ? "" : "  configurations:\n" + list);
  }

  /** Commands that evaluate only one configuration and the default. */
  public static String ofConfiguration(StoredRun run, Configuration configuration) {
    boolean theDefault = configuration.equals(run.subject().defaultConfiguration());
    String job =
        """
        kernel: %s
        device: %s
        shapes: %s
        budget: {evaluations: %d}
        search: {seed: %d}
        %s%s\
        """
            .formatted(
                JsonRenderer.compact(run.subject().folder()),
                JsonRenderer.compact(run.provenance().device().id()),
                JsonRenderer.compact(run.subject().shapes()),
                theDefault ? 1 : 2,
                run.run().seed(),
                ownLine(run, "gate"),
                ownLine(run, "sampling"));
    return checkout(run)
        + job(job + seeding("none", theDefault ? List.of() : List.of(configuration)));
  }

  /**
   * A line of the run's job, as evo wrote it. Another verification or sampling would give times
   * that do not compare.
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
        .filter(commit -> commit.hash().matches("[0-9a-f]{7,64}"))
        .map(
            commit ->
                "git checkout %s%s\n"
                    .formatted(
                        commit.hash(), commit.dirty() ? "  # the run had uncommitted changes" : ""))
        .orElse("");
  }

  /** Here-document whose end is no part of the text, so that all of the text stays text. */
  private static String job(String yaml) {
    String text = Printable.text(yaml).stripTrailing();
    String end = "EVO_YAML";
    while (text.contains(end)) {
      end += "_";
    }
    return "cat > again.yaml <<'%s'\n".formatted(end)
        + text
        + "\n%s\n".formatted(end)
        + Launcher.command("run --config again.yaml")
        + "\n";
  }
}
