package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.JsonProblem;
import dev.evokernel.text.AtomicFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files with the studies of a candidate after its run: profile and ablation. */
public final class Studies {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Studies() {}

  /**
   * Writes a study of a candidate as Markdown and JSON into the run's folder.
   *
   * @param kind {@code profile} or {@code ablation}
   * @return the files, without the extension
   */
  public static Path keep(Path run, String kind, Candidate candidate, Report study) {
    Path file = run.resolve(kind + "-" + candidate.number());
    AtomicFile.write(Path.of(file + ".md"), study.markdown());
    AtomicFile.write(Path.of(file + ".json"), study.json());
    return file;
  }

  /** Findings of the studies of a candidate in the run's folder. */
  public static List<Block> findings(Path run, Candidate candidate) {
    return Stream.of("Profile", "Ablation")
        .flatMap(
            kind ->
                section(kind, run.resolve(kind.toLowerCase(Locale.ROOT) + "-" + candidate.number()))
                    .stream())
        .toList();
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
      lines.add("Cannot read %s: %s".formatted(kept, JsonProblem.of(e)));
    }
    return Optional.of(
        Block.Together.of(
            new Block.Heading(2, heading + ", " + file + ".md"), Block.Bullets.of(lines)));
  }

  private static String line(JsonNode finding) {
    return String.format(
        Locale.ROOT,
        "%s, costs at most %.0f %%: %s",
        finding.path("name").asString(),
        100 * finding.path("may_cost").asDouble(),
        finding.path("message").asString());
  }
}
