package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.config.JobSection;
import dev.evokernel.config.SectionReader;
import dev.evokernel.kernel.yaml.Printable;
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

  /** Reads launch lines. A mapping is the section of evo 0.2; its stored jobs stay readable. */
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
    Optional<YamlNode.Mapping> slurm = keys.find("slurm").map(YamlNode::mapping);
    Optional<YamlNode.Mapping> kubernetes = keys.find("kubernetes").map(YamlNode::mapping);
    List<LaunchLine> named =
        Stream.of(
                keys.find("launch").map(launch -> line(keys, launch.text(), keys, "hosts")),
                slurm.map(job -> line(keys, slurm(job), job, "nodes")),
                kubernetes.map(job -> line(keys, kubernetes(job), job, "replicas")))
            .flatMap(Optional::stream)
            .toList();
    if (named.size() != 1 || (keys.find("hosts").isPresent() && keys.find("launch").isEmpty())) {
      throw new IllegalArgumentException(
          "Write one of 'launch' (with 'hosts'), 'slurm' (with 'nodes' in it) and 'kubernetes' (with 'replicas' in it).");
    }
    return named.getFirst();
  }

  /**
   * @param counting the mapping with the number of hosts
   */
  private static LaunchLine line(
      YamlNode.Mapping keys, String launch, YamlNode.Mapping counting, String count) {
    return new LaunchLine(
        launch,
        counting.find(count).map(hosts -> Integer.parseInt(hosts.text())).orElse(1),
        keys.find("lost_after")
            .map(time -> Durations.parse(time.text()))
            .orElse(LaunchLine.LOST_AFTER));
  }

  private static String slurm(YamlNode.Mapping job) {
    return line(
        "slurm",
        option(job, "partition", "--partition="),
        option(job, "gpus", "--gpus-per-node="),
        time(job).map(time -> "--time=" + Math.max(1, time.toMinutes())),
        job);
  }

  private static String kubernetes(YamlNode.Mapping job) {
    return line(
        "kubernetes",
        option(job, "image", "--image="),
        option(job, "gpus", "--gpus="),
        time(job).map(time -> "--seconds=" + time.toSeconds()),
        job);
  }

  private static Optional<String> option(YamlNode.Mapping job, String key, String option) {
    return job.find(key).map(value -> option + Printable.word(value.text()));
  }

  private static Optional<Duration> time(YamlNode.Mapping job) {
    return job.find("time").map(time -> Durations.parse(time.text()));
  }

  private static String line(
      String cluster,
      Optional<String> place,
      Optional<String> gpus,
      Optional<String> time,
      YamlNode.Mapping job) {
    String worker = job.find("worker").map(YamlNode::text).orElse("evo worker");
    return Stream.of(
            Optional.of(cluster),
            place,
            gpus,
            time,
            job.find("options").map(YamlNode::text),
            Optional.of("-- " + Printable.word(worker)))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" "));
  }
}
