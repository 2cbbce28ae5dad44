package dev.evokernel.config;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.options.Durations;
import dev.evokernel.config.options.Notify;
import dev.evokernel.config.options.SearchOptions;
import dev.evokernel.config.options.Sizes;
import dev.evokernel.search.Patience;
import dev.evokernel.spec.Budget;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.stats.objective.PortfolioSettings;
import tools.jackson.databind.json.JsonMapper;

/** Writer of a job as an {@code evo.yaml} with all keys, including defaults. */
public final class JobText {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private JobText() {}

  /**
   * @param kernel the kernel's folder relative to the file's folder
   * @param results the results folder relative to the file's folder
   */
  public static String of(Job job, Path kernel, Path results) {
    var text = new StringBuilder();
    line(text, "kernel", quoted(kernel.toString()));
    line(text, "device", quoted(job.device()));
    if (!job.shapes().isEmpty()) {
      line(text, "shapes", list(job.shapes()));
    }
    if (!job.variants().isEmpty()) {
      line(text, "variant", list(job.variants()));
    }
    job.subject().sections().forEach(section -> line(text, section.key(), section.text()));
    line(text, "budget", budget(job.budget()));
    line(text, "search", search(job.search()));
    PortfolioSettings portfolio = job.search().goal().portfolio();
    line(
        text,
        "portfolio",
        "{within: %s, at_most: %d}".formatted(percent(portfolio.within()), portfolio.atMost()));
    line(text, "stop", stop(job.search().patience()));
    text.append(SeedingSection.text(job.seeding()));
    line(text, "objective", objective(job.subject().objective()));
    line(
        text,
        "accept",
        "{speedup: %s, shapes: %d, p90: %s}"
            .formatted(
                job.finals().acceptance().speedUp(),
                job.finals().acceptance().shapes(),
                job.finals().acceptance().p90().label()));
    line(
        text,
        "gate",
        "{input_sets: %d, fuzz: %d, sanitizer: %s}"
            .formatted(
                job.evaluation().verification().inputSets(),
                job.evaluation().verification().fuzz(),
                job.evaluation().verification().sanitizer().label()));
    line(
        text,
        "drift",
        "{every: %d, margin: %s, recovery: %s}"
            .formatted(
                job.evaluation().drift().every(),
                share(job.evaluation().drift().margin()),
                share(job.evaluation().drift().recovery())));
    line(
        text,
        "timeout",
        "{compile: %s, evaluation: %s}"
            .formatted(
                Durations.text(job.evaluation().timeouts().compile()),
                Durations.text(job.evaluation().timeouts().evaluation())));
    line(text, "sampling", SamplingSection.text(job.evaluation().sampling()));
    line(text, "results", quoted(results.toString()));
    line(text, "cache", "{size: " + Sizes.text(job.output().cacheBytes()) + "}");
    if (job.output().prometheus().isPresent()) {
      line(text, "metrics", "{prometheus: " + job.output().prometheus().getAsInt() + "}");
    }
    notified(text, job.output().notified());
    line(
        text,
        "finals",
        "{baselines: %s, rounds: %d, processes: %d}"
            .formatted(
                job.finals().baselines().label(), job.finals().rounds(), job.finals().processes()));
    return text.toString();
  }

  /** Attaches a generated text to a job without a file, so that errors can quote lines. */
  public static Job described(Job job) {
    String text = of(job, job.kernel(), job.results());
    return new Job(
        JobFile.ofText(text),
        job.subject(),
        job.budget(),
        job.search(),
        job.seeding(),
        job.evaluation(),
        job.finals(),
        job.output());
  }

  /**
   * Writes the job to a file.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public static void write(Job job, Path kernel, Path results, Path file) {
    try {
      Files.writeString(file, of(job, kernel, results));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write " + file + ": " + e.getMessage() + ". Check the folder's permissions.", e);
    }
  }

  private static void notified(StringBuilder text, Notify notify) {
    var keys = new ArrayList<String>();
    if (!notify.command().isEmpty()) {
      keys.add("command: " + JSON.writeValueAsString(notify.command()));
    }
    notify.webhook().ifPresent(address -> keys.add("webhook: " + JSON.writeValueAsString(address)));
    if (!keys.isEmpty()) {
      line(text, "notify", "{" + String.join(", ", keys) + "}");
    }
  }

  static void line(StringBuilder text, String key, String value) {
    text.append(key).append(": ").append(value).append('\n');
  }

  private static String search(SearchOptions search) {
    String inFlight =
        search.inFlight().isPresent() ? Integer.toString(search.inFlight().getAsInt()) : "auto";
    return "{population: %d, seed: %d, in_flight: %s, for: %s}"
        .formatted(search.population(), search.seed(), inFlight, search.goal().kind().label());
  }

  private static String stop(Patience patience) {
    String share = patience.canEnd() ? share(OptionalDouble.of(patience.share())) : "never";
    return "{patience: %s, proposals: %d}".formatted(share, patience.proposals());
  }

  private static String objective(Objective objective) {
    List<String> metrics = objective.minimise().stream().map(Metric::label).toList();
    String over = JSON.writeValueAsString(objective.over().plain());
    return "{minimise: %s, over: %s}"
        .formatted(
            metrics.size() == 1 ? metrics.getFirst() : "[" + String.join(", ", metrics) + "]",
            over);
  }

  private static String share(OptionalDouble share) {
    return share.isEmpty() ? "auto" : percent(share.getAsDouble());
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(100 * share)
            .setScale(6, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        + "%";
  }

  private static String budget(Budget budget) {
    String wall = budget.hasWall() ? "wall: " + Durations.text(budget.wall()) : "";
    String evaluations = budget.hasEvaluations() ? "evaluations: " + budget.evaluations() : "";
    return "{" + wall + (wall.isEmpty() || evaluations.isEmpty() ? "" : ", ") + evaluations + "}";
  }

  static String list(List<?> words) {
    return words.stream().map(JobText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** Quotes a text as JSON, which is valid YAML. */
  static String quoted(Object text) {
    return JSON.writeValueAsString(text.toString());
  }
}
