package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

record LaunchReader(KernelSection section, ExpressionReader expressions) {

  /**
   * Reads the launches of the section's entries. {@code partly} allows a build program to decide
   * grid and block, and without the key the whole geometry.
   */
  List<Launch> launches(Signature signature, boolean partly) {
    List<YamlNode> listed = section.launches();
    boolean isOwn = section.ownKey("launches").isPresent();
    return listed.isEmpty()
        ? List.of(Launch.of(geometry(section.find("launch"), section.ownKey("launch"), partly)))
        : listed.stream()
            .map(YamlNode::mapping)
            .map(
                node ->
                    new Launch(
                        geometry(
                            node.find("launch"),
                            node.find("launch").filter(_ -> isOwn).map(_ -> node.key("launch")),
                            partly),
                        node.find("arguments").map(names -> arguments(names, signature))))
            .toList();
  }

  /** Reads a geometry; null on a backend without grids. */
  private @Nullable LaunchGeometry geometry(
      Optional<YamlNode> launch, Optional<Place> own, boolean partly) {
    if (section.backend().equals("cpu")) {
      own.ifPresent(
          place ->
              section
                  .document()
                  .problem(
                      place,
                      "the backend 'cpu' has no 'launch'",
                      "A cpu launch calls the function once, without grid or attributes; keep"
                          + " 'launch' in the section 'cuda', or at the top."));
      return null;
    }
    return launch
        .map(node -> geometry(node.mapping(), partly))
        .orElseGet(() -> LaunchGeometry.undecided(expressions.constant(0)));
  }

  private List<String> arguments(YamlNode names, Signature signature) {
    List<String> passed =
        signature.arguments().stream().filter(Argument::isPassed).map(Argument::name).toList();
    for (YamlNode name : names.elements()) {
      section.document().knows(passed, name, "no argument '%s' is declared that an entry takes");
    }
    section.document().check();
    return names.texts();
  }

  LaunchGeometry geometry(YamlNode.Mapping launch, boolean partly) {
    for (String key : partly ? List.<String>of() : List.of("grid", "block")) {
      if (!launch.has(key)) {
        section
            .document()
            .problem(
                launch,
                "the key '" + key + "' is missing",
                "For example: grid: [256], block: [256]");
      }
    }
    section.document().check();
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
