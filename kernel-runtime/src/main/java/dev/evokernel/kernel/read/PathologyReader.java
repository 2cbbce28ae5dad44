package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.source.Pathology;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads pathologies. A source must mention each macro, or it would change nothing. */
record PathologyReader(
    YamlDocument document, Source source, List<Parameter> parameters, NameReader names) {

  List<Pathology> pathologies(YamlNode node) {
    var pathologies = new ArrayList<Pathology>();
    var words = new SourceWords(source.read().distinct().toList());
    document.distinct(node, "pathology");
    for (YamlNode element : node.elements()) {
      YamlNode.Mapping mapping = element.mapping();
      String name = mapping.value("name").text();
      change(mapping, words)
          .ifPresent(
              change ->
                  pathologies.add(
                      new Pathology(
                          name,
                          change,
                          mapping.value("suspects").text(),
                          mapping.text("because").orElse(""))));
    }
    return pathologies;
  }

  private Optional<Pathology.Change> change(YamlNode.Mapping mapping, SourceWords words) {
    Optional<YamlNode> macro = mapping.find("macro");
    Optional<YamlNode> values = mapping.find("set");
    if (macro.isPresent() == values.isPresent()) {
      document.problem(
          mapping.value("name"),
          "the pathology '"
              + mapping.value("name").text()
              + (macro.isPresent() ? "' has both 'macro' and 'set'" : "' changes nothing"),
          "Write either 'macro', which the source tests, or 'set' with values of parameters.");
      return Optional.empty();
    }
    return macro.isPresent()
        ? Optional.of(macro(macro.get(), words))
        : values(values.orElseThrow().mapping());
  }

  private Pathology.Change macro(YamlNode node, SourceWords words) {
    String macro = node.text();
    if (Parameter.find(parameters, macro).isPresent()) {
      document.problem(
          node,
          "'" + macro + "' is a parameter",
          "Change it with 'set', for example set: {" + macro + ": …}.");
    } else {
      words.check(document, node.place(), macro);
    }
    return new Pathology.Change.Macro(macro);
  }

  private Optional<Pathology.Change> values(YamlNode.Mapping node) {
    var values = new LinkedHashMap<String, Value>();
    node.forEach(
        (name, value) -> {
          String unknown = "there is no parameter '%s' to set";
          if (document.knows(Parameter.names(parameters), node.key(name), name, unknown)) {
            Parameter parameter = Parameter.find(parameters, name).orElseThrow();
            values.put(name, names.listed(parameter, value));
          }
        });
    return values.isEmpty() ? Optional.empty() : Optional.of(new Pathology.Change.Values(values));
  }
}
