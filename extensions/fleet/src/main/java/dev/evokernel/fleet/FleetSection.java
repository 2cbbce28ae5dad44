package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.Bounds;
import dev.evokernel.cli.ExtensionOptions;
import dev.evokernel.cli.TimeConverter;
import dev.evokernel.config.Job;
import dev.evokernel.config.JobSection;
import dev.evokernel.config.SectionReader;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.Durations;
import dev.evokernel.text.YamlText;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceSource;
import dev.evokernel.tuning.EarlierRun;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.tuning.HeldResources;
import dev.evokernel.tuning.SessionStart;
import dev.evokernel.tuning.SharedRuns;
import java.time.Duration;
import picocli.CommandLine.Option;

/**
 * Section {@code fleet} of a job: devices of other hosts.
 *
 * @param lines the launch lines; none for a job of evo 0.2, which named a broker's address
 */
public record FleetSection(List<LaunchLine> lines) implements DeviceSource {

  /** File of launch lines that were added to a run, in the first run's folder. */
  public static final String ADDED = "fleet-added";

  static final String KEY = "fleet";

  public FleetSection {
    lines = List.copyOf(lines);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String text() {
    return YamlText.of(lines.stream().map(FleetSection::keys).toList());
  }

  private static Map<String, Object> keys(LaunchLine line) {
    var keys = new LinkedHashMap<String, Object>();
    keys.put("launch", line.launch());
    if (line.hosts() > 1) {
      keys.put("hosts", line.hosts());
    }
    if (!line.lostAfter().equals(LaunchLine.LOST_AFTER)) {
      keys.put("lost_after", new YamlText.Word(Durations.text(line.lostAfter())));
    }
    return keys;
  }

  /**
   * Starts the launch lines.
   *
   * @throws BadInputException if there is none
   * @throws EnvironmentException if their output cannot be written
   */
  Fleet start(Job job, Consumer<String> news, HeldResources held) {
    requireLines();
    return held.add(
        Fleet.start(
            lines, EvoVersion.text(), job.results().resolve("cache").resolve("fleet"), news),
        Fleet::close);
  }

  private void requireLines() {
    if (lines.isEmpty()) {
      throw new BadInputException(
          "The job's fleet has no launch line; the address of a broker is no longer used. Write fleet: [{launch: \"ssh HOST evo worker\"}] in evo.yaml, or: --fleet 'ssh HOST evo worker'.");
    }
  }

  @Override
  public void check(Job job) {
    requireLines();
    var _ = FleetKernel.valid(job);
  }

  @Override
  public SharedRuns begin(Job job, SessionStart start) throws InterruptedException {
    return new FleetSession(job, this, Map.of(), start);
  }

  @Override
  public SharedRuns resume(Map<EarlierRun, Job> runs, SessionStart start)
      throws InterruptedException {
    return new FleetSession(runs.values().iterator().next(), this, runs, start);
  }

  /**
   * Command line that starts {@code evo worker} on a host and connects its standard streams.
   *
   * @param launch for {@code bash -c}, for example {@code ssh gpu-2 evo worker}; its first word may
   *     be {@code slurm} or {@code kubernetes}, which asks that cluster for a host
   * @param hosts how often the line is started, each time with another {@code EVO_HOST} from 1
   * @param lostAfter silence after which a host is lost
   */
  record LaunchLine(String launch, int hosts, Duration lostAfter) {

    /** Default silence after which a host is lost. */
    public static final Duration LOST_AFTER = Duration.ofSeconds(60);

    /** Shortest allowed silence; with less, one late heartbeat of a busy host would lose it. */
    private static final Duration LEAST = Duration.ofSeconds(5);

    private static final int MOST_HOSTS = 4096;

    public LaunchLine {
      if (launch.isBlank() || launch.indexOf('\n') >= 0) {
        throw new IllegalArgumentException(
            "A launch line must be one line, for example 'ssh gpu-2 evo worker', was '%s'."
                .formatted(launch));
      }
      if (hosts < 1 || hosts > MOST_HOSTS) {
        throw new IllegalArgumentException(
            "hosts must be 1 to %d, was %d.".formatted(MOST_HOSTS, hosts));
      }
      if (lostAfter.compareTo(LEAST) < 0) {
        throw new IllegalArgumentException(
            "lost_after (--fleet-lost) must be ≥ %d s, was %s s: a host sends a heartbeat every 2 s."
                .formatted(LEAST.toSeconds(), lostAfter.toMillis() / 1000.0));
      }
    }

    /** Returns whether the host is that of a cluster's job, which may wait in a queue. */
    boolean isQueued() {
      return launch.startsWith("slurm ") || launch.startsWith("kubernetes ");
    }
  }

  /** Options of {@code evo run} for devices of other hosts. */
  public static final class FleetOptions implements ExtensionOptions {

    @Option(
        names = "--fleet",
        paramLabel = "LINE",
        description =
            "Measures on devices of other hosts: a line that starts evo worker there, for example"
                + " 'ssh gpu-2 evo worker'. Repeat it for several hosts.")
    private List<String> lines = new ArrayList<>();

    @Option(
        names = "--fleet-lost",
        paramLabel = "TIME",
        converter = TimeConverter.class,
        description =
            "Silence after which a host of --fleet is lost; its work moves to another device"
                + " (default: 60s).")
    private Duration lostAfter = LaunchLine.LOST_AFTER;

    @Override
    public String command() {
      return "run";
    }

    @Override
    public Job applyTo(Job job) {
      return lines.isEmpty()
          ? job
          : Bounds.valid(
              () ->
                  job.with(
                      new FleetSection(
                          lines.stream()
                              .map(line -> new LaunchLine(line, 1, lostAfter))
                              .toList())));
    }
  }

  /** Reader of the section {@code fleet} of {@code evo.yaml}. */
  public static final class FleetSectionReader implements SectionReader {

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
}
