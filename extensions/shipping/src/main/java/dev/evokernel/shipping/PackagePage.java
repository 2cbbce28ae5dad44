package dev.evokernel.shipping;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.MarkdownRenderer;
import dev.evokernel.store.Provenance;
import dev.evokernel.text.Units;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;

/** The text of a package's {@code README.md}. */
record PackagePage(Shipment shipment) {

  String text() {
    Provenance provenance = shipment.history().run().provenance();
    String word = shipment.word();
    var texts = new LinkedHashMap<String, String>();
    texts.put("KERNEL", MarkdownRenderer.escaped(Printable.line(shipment.name())));
    texts.put("SENTENCE", MarkdownRenderer.escaped(Printable.line(shipment.sentence())));
    texts.put("COMPILER", MarkdownRenderer.escaped(provenance.compiler()));
    texts.put("DEVICE", MarkdownRenderer.escaped(provenance.device().model()));
    texts.put("RUN", shipment.history().run().id());
    texts.put("SHAPES", shipment.shapes().stream().map(this::line).collect(Collectors.joining()));
    texts.put("RULE", rule());
    texts.put("WORD", word);
    texts.put("FUNCTION", ProgramWords.name(word));
    texts.put(
        "TENSORS",
        shipment.isCuda() ? "tensors of PyTorch" : "arrays of NumPy or tensors of PyTorch");
    texts.put("EXAMPLE", new PythonModule(shipment).example());
    texts.put(
        "BINARIES",
        shipment.binaries().allMatch(binary -> binary.compiled().isPresent())
            ? "| `binaries/` | the measured binaries |\n"
            : "\nThe package has no binaries. Build them with CMake, or run the commands in"
                + " `manifest.json` in this folder.\n");
    texts.put(
        "BUILD",
        "cc -std=c11 -c %1$s/%1$s.c && c++ program.cpp -I%1$s %1$s.o %2$s -lm"
            .formatted(word, shipment.isCuda() ? "-lcuda" : "-ldl"));
    return Template.filled("README.md", texts);
  }

  private String line(ServedShape served) {
    return "| %s | %s | %s | %s |\n"
        .formatted(
            served.shape().toString().replace("|", "\\|"),
            shipment.configurations().get(served.position()).name(),
            served.samples().map(Samples::p50).map(Units::time).orElse(""),
            served.speedUp().map(Object::toString).orElse(""));
  }

  private String rule() {
    if (shipment.configurations().size() == 1) {
      return "One configuration serves every problem that its constraints allow.\n";
    }
    return shipment
        .rule()
        .map(
            rule ->
                "For any other shape this rule decides, learnt from "
                    + shipment.learntFrom()
                    + ":\n\n```\n"
                    + String.join(
                        "\n",
                        rule.lines(
                            shipment.configurations().stream()
                                .map(ShippedConfiguration::name)
                                .toList()))
                    + "\n```\n")
        .orElse(
            "There is no rule for other shapes. They use %s, which serves most of these shapes.\n"
                .formatted(shipment.configurations().get(shipment.usualOrder().getFirst()).name()));
  }
}
