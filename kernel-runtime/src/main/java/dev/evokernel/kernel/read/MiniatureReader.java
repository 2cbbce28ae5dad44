package dev.evokernel.kernel.read;

import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Miniature;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code micro}; a missing key defaults to that of the kernel's section. */
record MiniatureReader(YamlDocument document, YamlNode.Mapping node) {

  Miniature miniature(
      EntryPoint whole,
      List<Shape> shapes,
      List<Parameter> facts,
      SourceReader sources,
      NameReader names,
      ArgumentReader arguments,
      LaunchReader launches,
      ExpressionReader expressions) {
    Source source =
        sources
            .source(
                node.value("sources"),
                List.of(node.value("entry").text()),
                node.find("flags").or(() -> sources.flags()))
            .on(whole.source().architecture());
    Shape shape = shape(shapes, facts, names);
    document.check();
    return new Miniature(
        new EntryPoint(
            source,
            signature(whole.signature(), arguments),
            List.of(launch(whole.launches(), launches)),
            whole.macros()),
        shape,
        node.find("work").map(work -> expressions.number(work, ExpressionReader.Reach.EVERYTHING)));
  }

  private Shape shape(List<Shape> shapes, List<Parameter> facts, NameReader reader) {
    YamlNode.Mapping sizes = node.value("shape").mapping();
    List<String> names = List.copyOf(shapes.getFirst().plain().keySet());
    String advice =
        "Write the dimensions of the kernel's shapes: " + String.join(", ", names) + ".";
    sizes.forEach(
        (name, _) -> {
          if (!names.contains(name)) {
            document.problem(
                sizes.key(name), "the kernel's shapes have no dimension '" + name + "'", advice);
          }
        });
    for (String name : names) {
      if (sizes.find(name).isEmpty()) {
        document.problem(
            node.key("shape"), "the miniature's shape lacks the dimension '" + name + "'", advice);
      }
    }
    return reader.shape("miniature", sizes, names, facts);
  }

  /** Reads the miniature's signature; by default the kernel's. */
  private Signature signature(Signature kernel, ArgumentReader arguments) {
    Signature own = node.find("arguments").map(arguments::signature).orElse(kernel);
    Stream.concat(
            own.programs().map(program -> "an input that the program '" + program + "' makes"),
            own.typing().stream().map(by -> "a type that the parameter '" + by + "' chooses"))
        .findFirst()
        .ifPresent(
            what ->
                document.problem(
                    node,
                    "the miniature has " + what,
                    "Write 'arguments' with other fills and types below 'micro'."));
    return own;
  }

  /** Reads the miniature's launch; by default the first of the kernel. */
  private Launch launch(List<Launch> kernels, LaunchReader reader) {
    Optional<YamlNode> own = node.find("launch");
    if (kernels.getFirst().geometry() == null) {
      own.ifPresent(
          _ ->
              document.problem(
                  node.key("launch"),
                  "a miniature without a grid has a 'launch'",
                  "Remove it; this backend calls the entry once."));
      return Launch.CALL;
    }
    return own.map(launch -> Launch.of(reader.geometry(launch.mapping(), /* partly= */ false)))
        .orElse(Launch.of(kernels.getFirst().geometry()));
  }
}
