package dev.evokernel.report;

import dev.evokernel.store.Candidate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was found out about a candidate after its run: its profile and its ablation. */
public final class Studies {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Studies() {}

  /** The file of a candidate's profile, without its ending. */
  public static Path profile(Path run, int candidate) {
    return run.resolve("profile-" + candidate);
  }

  /** The file of a candidate's ablation, without its ending. */
  public static Path ablation(Path run, int candidate) {
    return run.resolve("ablation-" + candidate);
  }

  /** Writes a report beside its candidate, for people and for tools. */
  public static void keep(Path file, String markdown, String json) {
    AtomicFile.write(Path.of(file + ".md"), markdown);
    AtomicFile.write(Path.of(file + ".json"), json);
  }

  /**
   * The findings of both, as far as they were kept.
   *
   * @param run the run's folder
   */
  public static String text(Path run, Candidate candidate) {
    return section("Profile", profile(run, candidate.number()))
        + section("Ablation", ablation(run, candidate.number()));
  }

  private static String section(String heading, Path file) {
    Path kept = Path.of(file + ".json");
    if (!Files.exists(kept)) {
      return "";
    }
    var text = new StringBuilder("\n" + heading + ", " + file + ".md\n");
    try {
      for (JsonNode finding : JSON.readTree(kept.toFile()).path("findings")) {
        text.append("  ")
            .append(finding.isString() ? finding.asString() : line(finding))
            .append('\n');
      }
    } catch (JacksonException e) {
      text.append("  cannot be read: ").append(e.getOriginalMessage()).append('\n');
    }
    return text.toString();
  }

  private static String line(JsonNode finding) {
    return String.format(
        Locale.ROOT,
        "%s, may cost up to %.0f %%: %s",
        finding.path("name").asString(),
        100 * finding.path("may_cost").asDouble(),
        finding.path("message").asString());
  }
}
