package dev.evokernel.kernel.read;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.read.argument.ExpressionReader;
import dev.evokernel.kernel.space.LaunchGeometry;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code launch}. */
record LaunchReader(YamlDocument document, ExpressionReader expressions) {

  /**
   * Reads the section's launch; null on a backend without grids. {@code partly} allows a build
   * program to decide grid and block, and without the key the whole geometry.
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
                      "A cpu launch calls the function once, without grid or attributes; keep"
                          + " 'launch' in the section 'cuda', or at the top."));
      return null;
    }
    return section
        .find("launch")
        .map(node -> launch(node.mapping(), partly))
        .orElseGet(() -> LaunchGeometry.undecided(expressions.constant(0)));
  }

  LaunchGeometry launch(YamlNode.Mapping launch, boolean partly) {
    if (!partly) {
      document.require(launch, List.of("grid", "block"), "For example: grid: [256], block: [256]");
      document.check();
    }
    return new LaunchGeometry(
        sizes(launch, "grid"),
        sizes(launch, "block"),
        launch.find("shared").map(this::size).orElseGet(() -> expressions.constant(0)),
        sizes(launch, "cluster"),
        launch.find("cooperative").map(expressions::condition),
        launch
            .find("carveout")
            .map(node -> expressions.integer(node, ExpressionReader.Reach.CANDIDATE)));
  }

  private List<Expression> sizes(YamlNode.Mapping launch, String key) {
    return launch.find(key).map(node -> node.each(this::size)).orElse(List.of());
  }

  private Expression size(YamlNode node) {
    return expressions.integer(node, ExpressionReader.Reach.EVERYTHING);
  }
}
