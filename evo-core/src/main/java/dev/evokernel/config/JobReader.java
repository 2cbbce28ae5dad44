package dev.evokernel.config;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.config.options.BaselineUse;
import dev.evokernel.config.options.Durations;
import dev.evokernel.config.options.JobFinals;
import dev.evokernel.config.options.JobOutput;
import dev.evokernel.config.options.Notify;
import dev.evokernel.config.options.SearchGoal;
import dev.evokernel.config.options.SearchOptions;
import dev.evokernel.config.options.SeedingOptions;
import dev.evokernel.config.options.Sizes;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.search.Patience;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.stats.objective.Over;
import dev.evokernel.stats.objective.PortfolioSettings;

/** Reader of {@code evo.yaml}. */
public final class JobReader {

  private static final long LEAST_CACHE = 64L << 20;

  private final JobFile source;
  private final YamlDocument document;

  private JobReader(JobFile source) {
    this.source = source;
    this.document = source.document();
  }

  /**
   * @throws InvalidFileException if the file does not exist or is invalid
   */
  public static Job read(Path evoYaml) {
    return new JobReader(JobFile.read(evoYaml)).job();
  }

  /** Job for a kernel with all other settings at their defaults. */
  public static Job defaults(Path kernel) {
    return new JobReader(JobFile.ofText(kernel.resolveSibling("evo.yaml"), "kernel: ."))
        .job()
        .onKernel(kernel);
  }

  /** Budget of a job as a run stores it; empty if the text is no job of this version. */
  public static Optional<Budget> budget(String job) {
    try {
      var reader = new JobReader(JobFile.ofText(job));
      return Optional.of(reader.section("budget").map(reader::budget).orElse(Budget.DEFAULT));
    } catch (InvalidFileException e) {
      return Optional.empty();
    }
  }

  private Job job() {
    YamlNode.Mapping root = document.root();
    var job =
        new Job(
            source,
            new JobSubject(
                kernel(root),
                device(root),
                root.find("shapes").map(YamlNode::texts).orElse(List.of()),
                section("objective").map(this::objective).orElse(Objective.DEFAULT),
                root.find("variant").map(YamlNode::texts).orElse(List.of()),
                sections()),
            section("budget").map(this::budget).orElse(Budget.DEFAULT),
            section("search")
                .map(JobReader::search)
                .orElse(SearchOptions.DEFAULT)
                .with(section("stop").map(this::stop).orElse(Patience.NEVER_ENDS))
                .with(goal()),
            section("seeding")
                .map(node -> SeedingSection.read(node, path -> beside(path.toString())))
                .orElse(SeedingOptions.DEFAULT),
            evaluation(),
            finals(),
            new JobOutput(
                beside(root.find("results").map(YamlNode::text).orElse("results")),
                section("cache").map(this::cacheBytes).orElse(CacheFolder.DEFAULT_BYTES),
                port(),
                section("notify").map(Notify::read).orElse(Notify.NONE)));
    document.check();
    return job;
  }

  private List<JobSection> sections() {
    return SectionReader.all().stream()
        .flatMap(
            reader ->
                section(reader.key())
                    .flatMap(node -> reader.read(document, node, path -> beside(path.toString())))
                    .stream())
        .sorted(Comparator.comparing(JobSection::key))
        .toList();
  }

  private EvaluationSpec evaluation() {
    return new EvaluationSpec(
        section("gate").map(JobReader::gate).orElse(VerificationSettings.DEFAULT),
        section("sampling")
            .map(node -> SamplingSection.read(document, node))
            .orElse(SamplingSettings.DEFAULT),
        section("drift").map(this::drift).orElse(DriftSettings.DEFAULT),
        section("timeout").map(this::timeouts).orElse(Timeouts.DEFAULT));
  }

  private JobFinals finals() {
    Optional<YamlNode.Mapping> finals = section("finals");
    return new JobFinals(
        section("accept").map(JobReader::acceptance).orElse(AcceptanceRule.DEFAULT),
        finals
            .flatMap(node -> node.find("baselines"))
            .map(use -> BaselineUse.ofLabel(use.text()))
            .orElse(JobFinals.DEFAULT.baselines()),
        finals
            .map(node -> integer(node, "rounds", JobFinals.DEFAULT.rounds()))
            .orElse(JobFinals.DEFAULT.rounds()),
        finals
            .map(node -> integer(node, "processes", JobFinals.DEFAULT.processes()))
            .orElse(JobFinals.DEFAULT.processes()));
  }

  private Path beside(String path) {
    return Objects.requireNonNull(source.path().getParent()).resolve(path).normalize();
  }

  private Path kernel(YamlNode.Mapping root) {
    Optional<YamlNode> kernel = root.find("kernel");
    if (kernel.isEmpty() && !device(root).startsWith(Job.REPLAY)) {
      document.problem(
          root,
          "the key 'kernel' is missing",
          "Name the kernel's folder or its kernel.yaml. Only a recording, 'device: replay:FILE',"
              + " needs no 'kernel'.");
    }
    return KernelFile.at(beside(kernel.map(YamlNode::text).orElse("kernel.yaml"))).path();
  }

  private String device(YamlNode.Mapping root) {
    String device = root.find("device").map(JobReader::devices).orElse("auto");
    return device.startsWith(Job.REPLAY)
        ? Job.REPLAY + beside(device.substring(Job.REPLAY.length()))
        : device;
  }

  /** Reads one device or a list of devices, joined by commas. */
  static String devices(YamlNode node) {
    return String.join(",", node.texts());
  }

  private Optional<YamlNode.Mapping> section(String key) {
    return document.root().find(key).map(YamlNode::mapping);
  }

  private Budget budget(YamlNode.Mapping node) {
    return new Budget(
        duration(node, "wall", Budget.FOREVER),
        node.find("evaluations").map(YamlNode::integer).orElse(Budget.UNLIMITED));
  }

  private static SearchOptions search(YamlNode.Mapping node) {
    return new SearchOptions(
        integer(node, "population", SearchOptions.DEFAULT.population()),
        node.find("seed").map(YamlNode::integer).orElse(SearchOptions.DEFAULT.seed()),
        node.find("in_flight").map(JobReader::inFlight).orElse(OptionalInt.empty()));
  }

  private SearchGoal goal() {
    Optional<YamlNode> wanted = section("search").flatMap(node -> node.find("for"));
    SearchGoal.Kind kind =
        wanted.map(node -> SearchGoal.Kind.ofLabel(node.text())).orElse(SearchGoal.Kind.AUTO);
    if (kind == SearchGoal.Kind.PORTFOLIO
        && section("objective").map(this::objective).orElse(Objective.DEFAULT).hasFront()) {
      document.problem(
          wanted.orElseThrow(),
          "'for: portfolio' needs an objective of one metric",
          "Two metrics give a Pareto front, which is a set already. Write 'for: champion', or"
              + " minimise one metric.");
    }
    return new SearchGoal(
        kind, section("portfolio").map(this::portfolio).orElse(PortfolioSettings.DEFAULT));
  }

  private PortfolioSettings portfolio(YamlNode.Mapping node) {
    return new PortfolioSettings(
        node.find("within")
            .map(text -> Double.parseDouble(text.text().replace("%", "")) / 100)
            .orElse(PortfolioSettings.DEFAULT.within()),
        integer(node, "at_most", PortfolioSettings.DEFAULT.atMost()));
  }

  private Patience stop(YamlNode.Mapping node) {
    double share =
        node.find("patience").map(value -> value.text().equals("never")).orElse(true)
            ? 0
            : share(node, "patience", 1).orElse(0);
    if (share > 0
        && section("objective").map(this::objective).orElse(Objective.DEFAULT).hasFront()) {
      document.problem(
          node.value("patience"),
          "'patience' needs an objective of one metric",
          "A Pareto front has no single best to improve on. Write 'patience: never', or minimise"
              + " one metric.");
    }
    return new Patience(share, integer(node, "proposals", Patience.PROPOSALS));
  }

  private static OptionalInt inFlight(YamlNode node) {
    return node.text().equals("auto") ? OptionalInt.empty() : OptionalInt.of((int) node.integer());
  }

  private Objective objective(YamlNode.Mapping node) {
    Over over = node.find("over").map(JobReader::over).orElse(Objective.DEFAULT.over());
    List<Metric> metrics =
        node.find("minimise")
            .map(list -> list.each(metric -> Metric.ofLabel(metric.text())))
            .orElse(Objective.DEFAULT.minimise());
    // The order in the file has no meaning: time comes first.
    List<Metric> ordered = metrics.stream().sorted().toList();
    if (!Objective.knows(ordered)) {
      document.problem(
          node.value("minimise"),
          "'minimise' cannot be " + metrics.stream().map(Metric::label).toList(),
          "Known: time, energy, [time, energy], [time, accuracy].");
      return Objective.DEFAULT;
    }
    return new Objective(over, ordered);
  }

  private static Over over(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      var weights = new LinkedHashMap<String, Double>();
      mapping.values().forEach((shape, weight) -> weights.put(shape, weight.real()));
      return new Over.Weighted(weights);
    }
    return node.text().equals("worst") ? new Over.Worst() : new Over.Geomean();
  }

  private static AcceptanceRule acceptance(YamlNode.Mapping node) {
    return new AcceptanceRule(
        node.find("speedup").map(YamlNode::real).orElse(AcceptanceRule.DEFAULT.speedUp()),
        integer(node, "shapes", AcceptanceRule.DEFAULT.shapes()),
        node.find("p90")
            .map(tail -> AcceptanceRule.Tail.ofLabel(tail.text()))
            .orElse(AcceptanceRule.DEFAULT.p90()));
  }

  private static VerificationSettings gate(YamlNode.Mapping node) {
    return new VerificationSettings(
        integer(node, "input_sets", VerificationSettings.DEFAULT.inputSets()),
        integer(node, "fuzz", VerificationSettings.DEFAULT.fuzz()),
        node.find("sanitizer")
            .map(label -> VerificationSettings.Sanitizing.ofLabel(label.text()))
            .orElse(VerificationSettings.DEFAULT.sanitizer()));
  }

  private DriftSettings drift(YamlNode.Mapping node) {
    return new DriftSettings(
        integer(node, "every", DriftSettings.DEFAULT.every()),
        share(node, "margin", 1),
        share(node, "recovery", Double.POSITIVE_INFINITY));
  }

  /** Reads a share above 0 and below a limit; empty for {@code auto} or a missing key. */
  private OptionalDouble share(YamlNode.Mapping section, String key, double limit) {
    Optional<YamlNode> found = section.find(key).filter(node -> !node.text().equals("auto"));
    if (found.isEmpty()) {
      return OptionalDouble.empty();
    }
    double share = Double.parseDouble(found.get().text().replace("%", "")) / 100;
    if (!(share > 0 && share < limit)) {
      document.problem(
          found.get(),
          "'%s' must be above 0%s, was %s"
              .formatted(
                  key,
                  limit < Double.POSITIVE_INFINITY ? "% and below 100%" : "%",
                  found.get().text()),
          "For example: 3%");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(share);
  }

  private Timeouts timeouts(YamlNode.Mapping node) {
    return new Timeouts(
        duration(node, "compile", Timeouts.DEFAULT.compile()),
        duration(node, "evaluation", Timeouts.DEFAULT.evaluation()));
  }

  private long cacheBytes(YamlNode.Mapping node) {
    Optional<YamlNode> size = node.find("size");
    if (size.isEmpty()) {
      return CacheFolder.DEFAULT_BYTES;
    }
    long bytes = parsed(size.get(), Sizes::parse, LEAST_CACHE);
    if (bytes < LEAST_CACHE) {
      document.problem(
          size.get(),
          "'size' must be at least " + Sizes.text(LEAST_CACHE) + ", was " + size.get().text(),
          "A smaller cache holds less than a generation of binaries.");
    }
    return bytes;
  }

  /** Parses a text; {@code otherwise} after a reported problem. */
  private <T> T parsed(YamlNode node, Function<String, T> parser, T otherwise) {
    try {
      return parser.apply(node.text());
    } catch (IllegalArgumentException e) {
      document.problem(node, String.valueOf(e.getMessage()), "");
      return otherwise;
    }
  }

  private OptionalInt port() {
    return section("metrics")
        .flatMap(metrics -> metrics.find("prometheus"))
        .map(port -> OptionalInt.of((int) port.integer()))
        .orElse(OptionalInt.empty());
  }

  private static int integer(YamlNode.Mapping node, String key, int otherwise) {
    return node.find(key)
        .map(value -> (int) Math.min(Integer.MAX_VALUE, value.integer()))
        .orElse(otherwise);
  }

  private Duration duration(YamlNode.Mapping node, String key, Duration otherwise) {
    Optional<YamlNode> found = node.find(key);
    if (found.isEmpty()) {
      return otherwise;
    }
    Duration duration = parsed(found.get(), Durations::parse, otherwise);
    if (!duration.isPositive()) {
      document.problem(
          found.get(),
          "'" + key + "' must be above 0, was " + found.get().text(),
          "For example: 90s");
      return Duration.ofSeconds(1);
    }
    return duration;
  }
}
