package dev.evokernel.fleet.session;

import module java.base;

import dev.evokernel.config.JobSection;
import dev.evokernel.config.SectionReader;
import dev.evokernel.fleet.wire.FleetAddress;
import dev.evokernel.fleet.wire.FleetSettings;
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

  @Override
  public Optional<JobSection> read(
      YamlDocument document, YamlNode.Mapping node, UnaryOperator<Path> beside) {
    Optional<Duration> lostAfter = lostAfter(document, node);
    if (lostAfter.isEmpty()) {
      return Optional.empty();
    }
    YamlNode listen = node.value("listen");
    try {
      return Optional.of(
          new FleetSection(
              FleetAddress.of(listen.text()),
              node.find("tls").map(folder -> beside.apply(Path.of(folder.text()))),
              lostAfter.get()));
    } catch (IllegalArgumentException e) {
      document.problem(
          listen,
          "'fleet.listen' cannot be '" + listen.text() + "'",
          String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<Duration> lostAfter(YamlDocument document, YamlNode.Mapping node) {
    Optional<YamlNode> given = node.find("lost_after");
    if (given.isEmpty()) {
      return Optional.of(FleetSettings.LOST_AFTER);
    }
    try {
      Duration lostAfter = Durations.parse(given.get().text());
      FleetSettings.requireLostAfter(lostAfter);
      return Optional.of(lostAfter);
    } catch (IllegalArgumentException e) {
      document.problem(
          given.get(), "'fleet.lost_after' is too short", String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
