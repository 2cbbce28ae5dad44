package dev.evokernel.config;

import module java.base;

import dev.evokernel.config.SeedingOptions.Listed;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec.Timeouts;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;
import dev.evokernel.text.YamlText.Word;

/** Keys of {@code evo.yaml}, each said once, in the order of a written file. */
final class JobKeys {

  private static final List<Path> PRIORS =
      List.of(SeedingOptions.NEAREST, SeedingOptions.SHIPPED, SeedingOptions.NONE);

  private static final Word AUTO = new Word("auto");
  private static final long LEAST_CACHE = 64L << 20;

  private JobKeys() {}

  static Job of(Keys keys, Job job) {
    Job.Subject subject = job.subject();
    Path kernel =
        keys.value(
            "kernel",
            subject.kernel(),
            node -> KernelFile.at(keys.beside(node.text())).path(),
            Path::toString);
    String device =
        keys.value("device", subject.device(), node -> device(keys, node), text -> text);
    List<String> shapes = keys.texts("shapes", subject.shapes());
    List<String> variants = keys.texts("variant", subject.variants());
    List<JobSection> sections = keys.sections(subject.sections());
    Budget budget = keys.section("budget", job.budget(), JobKeys::budget);
    SearchOptions search = keys.section("search", job.search(), JobKeys::search);
    PortfolioSettings portfolio = keys.section("portfolio", search.portfolio(), JobKeys::portfolio);
    Patience patience =
        keys.section("stop", search.patience(), "decided", Patience.DECIDED, JobKeys::stop);
    search =
        new SearchOptions(
            search.population(),
            search.seed(),
            search.inFlight(),
            patience,
            search.goal(),
            portfolio);
    SeedingOptions seeding = keys.section("seeding", job.seeding(), JobKeys::seeding);
    Objective objective = keys.section("objective", subject.objective(), JobKeys::objective);
    Job.Finals finals = job.finals();
    AcceptanceRule rule = keys.section("accept", finals.acceptance(), JobKeys::acceptance);
    EvaluationSpec evaluation = job.evaluation();
    return new Job(
        job.file(),
        new Job.Subject(kernel, device, shapes, objective, variants, sections),
        budget,
        search,
        seeding,
        new EvaluationSpec(
            keys.section("gate", evaluation.verification(), JobKeys::gate),
            keys.section("sampling", evaluation.sampling(), SamplingKeys::of),
            keys.section("drift", evaluation.drift(), JobKeys::drift),
            keys.section("timeout", evaluation.timeouts(), JobKeys::timeouts)),
        keys.section(
            "finals",
            new Job.Finals(rule, finals.baselines(), finals.rounds(), finals.processes()),
            JobKeys::finals),
        output(keys, job.output()));
  }

  private static String device(Keys keys, YamlNode node) {
    String device = devices(node);
    return device.startsWith(ReplayBackend.PREFIX)
        ? ReplayBackend.PREFIX + keys.beside(device.substring(ReplayBackend.PREFIX.length()))
        : device;
  }

  /** Reads one device or a list of devices, joined by commas. */
  static String devices(YamlNode node) {
    return String.join(",", node.texts());
  }

  private static Budget budget(Keys keys, Budget budget) {
    Duration wall = keys.lacks("wall") ? Budget.FOREVER : budget.wall();
    return new Budget(
        wall.equals(Budget.FOREVER) ? wall : keys.duration("wall", wall),
        keys.value(
            "evaluations",
            budget.evaluations(),
            YamlNode::integer,
            most -> Optional.of(most).filter(_ -> budget.hasEvaluations())));
  }

  private static SearchOptions search(Keys keys, SearchOptions search) {
    return new SearchOptions(
        keys.integer("population", search.population()),
        keys.value("seed", search.seed(), YamlNode::integer, seed -> seed),
        keys.value(
            "in_flight",
            search.inFlight(),
            node ->
                node.text().equals("auto")
                    ? OptionalInt.empty()
                    : OptionalInt.of((int) node.integer()),
            number -> number.isPresent() ? (Object) number.getAsInt() : AUTO),
        search.patience(),
        keys.label("for", search.goal()),
        search.portfolio());
  }

  private static PortfolioSettings portfolio(Keys keys, PortfolioSettings portfolio) {
    return new PortfolioSettings(
        keys.value("within", portfolio.within(), node -> Keys.share(node.text()), Keys::percent),
        keys.integer("at_most", portfolio.atMost()));
  }

  private static Patience stop(Keys keys, Patience patience) {
    OptionalDouble share =
        patience.canEnd() ? OptionalDouble.of(patience.share()) : OptionalDouble.empty();
    return new Patience(
        keys.share("patience", share, 1, "never").orElse(0),
        keys.integer("proposals", patience.proposals()));
  }

  private static SeedingOptions seeding(Keys keys, SeedingOptions seeding) {
    int top = keys.integer("top", seeding.top());
    Path prior =
        keys.value(
            "prior",
            seeding.prior(),
            node -> special(keys, node.text(), PRIORS),
            path -> PRIORS.contains(path) ? new Word(path.toString()) : path.toString());
    int hardware = keys.integer("hardware", seeding.hardware());
    List<Path> microbench =
        files(
            keys,
            "microbench",
            seeding.microbench(),
            text -> special(keys, text, List.of(SeedingOptions.USUAL_PLACE)));
    List<Path> recordings = files(keys, "recordings", seeding.recordings(), keys::beside);
    List<String> runs = keys.texts("runs", seeding.runs());
    List<Listed> configurations =
        keys.value(
            "configurations",
            seeding.configurations(),
            list -> list.each(node -> configuration(node.mapping())),
            list -> list.stream().map(Listed::values).toList());
    return new SeedingOptions(configurations, runs, microbench, recordings, hardware, prior, top);
  }

  private static List<Path> files(
      Keys keys, String key, List<Path> present, Function<String, Path> file) {
    return keys.value(
        key,
        present,
        list -> list.each(node -> file.apply(node.text())),
        files -> files.stream().map(Path::toString).toList());
  }

  private static Path special(Keys keys, String text, List<Path> words) {
    return words.contains(Path.of(text)) ? Path.of(text) : keys.beside(text);
  }

  private static Listed configuration(YamlNode.Mapping node) {
    var values = new LinkedHashMap<String, Value>();
    node.values().forEach((name, value) -> values.put(name, value.scalar().value()));
    return new Listed(values, "");
  }

  private static Objective objective(Keys keys, Objective objective) {
    List<Metric> metrics =
        keys.value(
            "minimise",
            objective.minimise(),
            list -> list.each(metric -> Metric.ofLabel(metric.text())),
            JobKeys::words);
    Over over = keys.value("over", objective.over(), JobKeys::over, Over::plain);
    // The order in the file has no meaning: time comes first.
    List<Metric> ordered = metrics.stream().sorted().toList();
    if (!Objective.knows(ordered)) {
      keys.problem(
          "minimise",
          "'minimise' cannot be " + metrics.stream().map(Metric::label).toList(),
          "Known: time, energy, [time, energy], [time, accuracy].");
      return Objective.DEFAULT;
    }
    return new Objective(over, ordered);
  }

  private static Object words(List<Metric> metrics) {
    List<Word> words = metrics.stream().map(metric -> new Word(metric.label())).toList();
    return words.size() == 1 ? words.getFirst() : words;
  }

  private static Over over(YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      var weights = new LinkedHashMap<String, Double>();
      mapping.values().forEach((shape, weight) -> weights.put(shape, weight.real()));
      return new Over.Weighted(weights);
    }
    return node.text().equals("worst") ? new Over.Worst() : new Over.Geomean();
  }

  private static AcceptanceRule acceptance(Keys keys, AcceptanceRule rule) {
    return new AcceptanceRule(
        keys.number("speedup", rule.speedUp()),
        keys.integer("shapes", rule.shapes()),
        keys.label("p90", rule.p90()));
  }

  private static VerificationSettings gate(Keys keys, VerificationSettings gate) {
    return new VerificationSettings(
        keys.integer("input_sets", gate.inputSets()),
        keys.integer("fuzz", gate.fuzz()),
        keys.label("sanitizer", gate.sanitizer()));
  }

  private static DriftSettings drift(Keys keys, DriftSettings drift) {
    return new DriftSettings(
        keys.integer("every", drift.every()),
        keys.share("margin", drift.margin(), 1, "auto"),
        keys.share("recovery", drift.recovery(), Double.POSITIVE_INFINITY, "auto"));
  }

  private static Timeouts timeouts(Keys keys, Timeouts timeouts) {
    return new Timeouts(
        keys.duration("compile", timeouts.compile()),
        keys.duration("evaluation", timeouts.evaluation()));
  }

  private static Job.Finals finals(Keys keys, Job.Finals finals) {
    return new Job.Finals(
        finals.acceptance(),
        keys.label("baselines", finals.baselines()),
        keys.integer("rounds", finals.rounds()),
        keys.integer("processes", finals.processes()));
  }

  private static Job.Output output(Keys keys, Job.Output output) {
    return new Job.Output(
        keys.value("results", output.results(), node -> keys.beside(node.text()), Path::toString),
        keys.section("cache", output.cacheBytes(), JobKeys::cacheBytes),
        keys.section("metrics", output.prometheus(), JobKeys::port),
        keys.section("notify", output.notified(), JobKeys::notified));
  }

  private static long cacheBytes(Keys keys, long present) {
    long bytes =
        keys.value(
            "size", present, node -> Sizes.parse(node.text()), size -> new Word(Sizes.text(size)));
    if (bytes < LEAST_CACHE) {
      keys.refuse(
          "size",
          "at least " + Sizes.text(LEAST_CACHE),
          "A smaller cache holds less than a generation of binaries.");
    }
    return bytes;
  }

  private static OptionalInt port(Keys keys, OptionalInt present) {
    return keys.value(
        "prometheus",
        present,
        node -> OptionalInt.of((int) node.integer()),
        port -> port.stream().boxed().findFirst());
  }

  static Notify notified(Keys keys, Notify notify) {
    return new Notify(
        keys.texts("command", notify.command()),
        keys.value(
            "webhook", notify.webhook(), node -> Optional.of(node.text()), address -> address));
  }
}
