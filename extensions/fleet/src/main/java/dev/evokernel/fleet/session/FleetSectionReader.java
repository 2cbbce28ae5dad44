package dev.evokernel.fleet.session;

import module java.base;

import dev.evokernel.config.JobSection;
import dev.evokernel.config.SectionReader;
import dev.evokernel.fleet.coordinator.LaunchLine;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.Durations;

/** Reader of the section {@code fleet} of {@code evo.yaml}. */
public final class FleetSectionReader implements SectionReader {

  private static final String SCHEMA = "fleet.schema.json";

  @Override
  public String key() {
    return FleetSection.KEY;
  }

  @Override
  public String schema() {
    return ShippedText.of(FleetSectionReader.class, SCHEMA);
  }

  /** Reads launch lines. A mapping is the section of evo 0.2, of which a stored job is readable. */
  @Override
  public Optional<JobSection> read(
      YamlDocument document, YamlNode node, UnaryOperator<Path> beside) {
    if (!(node instanceof YamlNode.Sequence sequence)) {
      return Optional.of(new FleetSection(List.of()));
    }
    var lines = new ArrayList<LaunchLine>();
    for (YamlNode element : sequence.elements()) {
      try {
        lines.add(line(element.mapping()));
      } catch (IllegalArgumentException e) {
        document.problem(
            element, "this line of 'fleet' is invalid", String.valueOf(e.getMessage()));
      }
    }
    return lines.size() == sequence.elements().size()
        ? Optional.of(new FleetSection(lines))
        : Optional.empty();
  }

  private static LaunchLine line(YamlNode.Mapping keys) {
    return new LaunchLine(
        keys.value("launch").text(),
        keys.find("hosts").map(hosts -> Integer.parseInt(hosts.text())).orElse(1),
        keys.find("lost_after")
            .map(time -> Durations.parse(time.text()))
            .orElse(LaunchLine.LOST_AFTER));
  }
}
