package dev.evokernel.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code launch}: how a kernel with a grid is launched. */
final class LaunchReader {

  private final YamlDocument document;
  private final ExpressionReader expressions;

  LaunchReader(YamlDocument document, ExpressionReader expressions) {
    this.document = document;
    this.expressions = expressions;
  }

  /**
   * The section's launch, or null on a backend without grids. Without a key 'launch' the program
   * that builds a binary decides everything.
   *
   * @param partly whether the grid and the block may be left to that program
   */
  @Nullable LaunchGeometry launch(KernelSection section, String backend, boolean partly) {
    if (backend.equals("cpu")) {
      section
          .ownKey("launch")
          .ifPresent(
              place ->
                  document.problem(
                      place,
                      "the backend 'cpu' has no 'launch'",
                      "It calls the function once for a launch, without grid, cluster or other"
                          + " attributes; keep 'launch' in the section 'cuda', or at the top."));
      return null;
    }
    return section
        .find("launch")
        .map(node -> launch(node.mapping(), partly))
        .orElseGet(() -> LaunchGeometry.undecided(expressions.constant(0)));
  }

  /**
   * @param partly whether the grid and the block may be left to the program that builds a binary
   */
  LaunchGeometry launch(YamlNode.Mapping launch, boolean partly) {
    for (String key : List.of("grid", "block")) {
      if (!partly && launch.find(key).isEmpty()) {
        document.problem(
            launch, "the key '" + key + "' is missing", "For example: " + key + ": [256]");
        document.check();
      }
    }
    return new LaunchGeometry(
        launch.find("grid").map(node -> node.each(expressions::launch)).orElse(List.of()),
        launch.find("block").map(node -> node.each(expressions::launch)).orElse(List.of()),
        launch.find("shared").map(expressions::launch).orElseGet(() -> expressions.constant(0)),
        launch.find("cluster").map(node -> node.each(expressions::launch)).orElse(List.of()),
        launch.find("cooperative").map(expressions::condition),
        launch.find("carveout").map(expressions::ofEveryShape));
  }
}
