package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.JsonProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files that hold what was measured of a candidate after its run: its profile, its ablation.
 */
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

  /**
   * Writes a report beside its candidate.
   *
   * @param file without its ending
   */
  public static void keep(Path file, String markdown, String json) {
    AtomicFile.write(Path.of(file + ".md"), markdown);
    AtomicFile.write(Path.of(file + ".json"), json);
  }

  /**
   * The findings of both, as far as they were kept.
   *
   * @param run the run's folder
   */
  public static List<Block> findings(Path run, Candidate candidate) {
    var blocks = new ArrayList<Block>();
    section("Profile", profile(run, candidate.number())).ifPresent(blocks::add);
    section("Ablation", ablation(run, candidate.number())).ifPresent(blocks::add);
    return blocks;
  }

  private static Optional<Block> section(String heading, Path file) {
    Path kept = Path.of(file + ".json");
    if (!Files.exists(kept)) {
      return Optional.empty();
    }
    var lines = new ArrayList<String>();
    try {
      for (JsonNode finding : JSON.readTree(kept.toFile()).path("findings")) {
        lines.add(finding.isString() ? finding.asString() : line(finding));
      }
    } catch (JacksonException e) {
      lines.add("cannot be read: " + JsonProblem.of(e));
    }
    return Optional.of(
        Block.Together.of(
            new Block.Heading(2, heading + ", " + file + ".md"), Block.Bullets.of(lines)));
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
