package dev.evokernel.kernel;

import java.util.List;
import java.util.Optional;

/** Reads {@code launch}: how a kernel with a grid is launched. */
final class LaunchReader {

  private final YamlDocument document;
  private final ExpressionReader expressions;

  LaunchReader(YamlDocument document, ExpressionReader expressions) {
    this.document = document;
    this.expressions = expressions;
  }

  /**
   * @param node without one, the program that builds a binary decides everything
   * @param partly whether the grid and the block may be left to that program
   */
  LaunchGeometry launch(Optional<YamlNode> node, boolean partly) {
    return node.map(it -> launch(it.mapping(), partly))
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
        launch.find("cluster").map(node -> node.each(expressions::launch)).orElse(List.of()));
  }
}
