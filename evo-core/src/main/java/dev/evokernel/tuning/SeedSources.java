package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobFile;
import dev.evokernel.config.MicroBest;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.replay.RecordedResults;
import dev.evokernel.replay.RecordingReader;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Prior;
import dev.evokernel.search.Prior.Timed;
import dev.evokernel.seeding.PriorFile;
import dev.evokernel.seeding.UnusableSuggestionsException;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.UnknownRecordException;

/**
 * Reader of a job's sources of initial configurations: earlier runs, microbenchmarks, recordings.
 * The configurations are fitted into the search space later, once the device is known.
 */
public final class SeedSources {

  public record Found(
      List<InitialConfiguration> configurations, List<Prior> known, List<String> news) {}

  private final JobFile job;
  private final SeedingOptions options;
  private final Kernel kernel;
  private final String deviceModel;
  private final ResultStore store;
  private final List<InitialConfiguration> configurations = new ArrayList<>();
  private final List<Prior> known = new ArrayList<>();
  private final List<String> news = new ArrayList<>();

  private SeedSources(Job job, Kernel kernel, String deviceModel, ResultStore store) {
    this.job = job.file();
    this.options = job.seeding();
    this.kernel = kernel;
    this.deviceModel = deviceModel;
    this.store = store;
  }

  /**
   * Reads a job's sources.
   *
   * @throws InvalidFileException if a source that the job's file names is unusable
   * @throws UnusableSuggestionsException if any other source is unusable
   */
  public static Found read(Job job, Kernel kernel, String deviceModel, ResultStore store) {
    return new SeedSources(job, kernel, deviceModel, store).read();
  }

  private Found read() {
    options.runs().forEach(run -> blame("runs", run, () -> run(run)));
    options
        .microbench()
        .forEach(file -> blame("microbench", file.toString(), () -> microbench(file)));
    options
        .recordings()
        .forEach(file -> blame("recordings", file.toString(), () -> recording(file)));
    Path prior = options.prior();
    if (prior.equals(SeedingOptions.NEAREST) || prior.equals(SeedingOptions.SHIPPED)) {
      shipped();
    } else if (!prior.equals(SeedingOptions.NONE)) {
      blame("prior", prior.toString(), () -> take(prior, PriorFile.read(prior)));
    }
    return new Found(configurations, known, news);
  }

  /** Reads a source and reports its errors at its line. */
  private void blame(String key, String source, Runnable reading) {
    try {
      reading.run();
    } catch (UnusableSuggestionsException e) {
      YamlDocument document = job.document();
      document
          .root()
          .find("seeding")
          .flatMap(section -> section.mapping().find(key))
          .flatMap(
              named -> named.elements().stream().filter(node -> names(node, source)).findFirst())
          .ifPresent(node -> document.problem(node, e.what(), e.advice()));
      document.check();
      throw e;
    }
  }

  private boolean names(YamlNode node, String source) {
    return node.text().equals(source)
        || job.path().resolveSibling(node.text()).normalize().toString().equals(source);
  }

  private void run(String reference) {
    try {
      if (reference.contains("/")) {
        Candidate candidate = store.candidate(reference);
        requireSameKernel(store.run(candidate.run()));
        add(candidate);
      } else {
        RunHistory history = store.history(reference);
        requireSameKernel(history.run());
        List<Candidate> best = best(history).toList();
        if (best.isEmpty()) {
          throw new UnusableSuggestionsException(
              "run '" + history.run().id() + "' has no measurements", "Name another run.");
        }
        best.forEach(this::add);
        known.add(PriorFile.measured(history));
      }
    } catch (UnknownRecordException e) {
      String message = String.valueOf(e.getMessage()).replaceAll("\\.$", "");
      throw new UnusableSuggestionsException(
          message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1),
          "Write RUN for the best of a run, or RUN/NUMBER for a candidate. List them: evo"
              + " leaderboard");
    }
  }

  private void shipped() {
    Path folder = kernel.folder().resolve(PriorFile.SHIPPED);
    try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.<Path>empty()) {
      files
          .sorted()
          .forEach(
              file -> {
                PriorFile read = PriorFile.read(file);
                if (read.backend().equals(kernel.backend())) {
                  take(file, read);
                }
              });
    } catch (IOException e) {
      throw new UnusableSuggestionsException(
          "cannot read " + folder + ": " + e, "Check its permissions.");
    }
  }

  private void take(Path file, PriorFile read) {
    requireThis(file, read.kernel(), read.backend());
    known.addAll(read.priors());
  }

  private void requireThis(Path file, String foundKernel, String foundBackend) {
    if (!foundKernel.equals(kernel.name()) || !foundBackend.equals(kernel.backend())) {
      throw new UnusableSuggestionsException(
          "%s is of %s for the backend '%s', but this is %s for '%s'"
              .formatted(file, foundKernel, foundBackend, kernel.name(), kernel.backend()),
          "Name the file of this kernel.");
    }
  }

  private void add(Candidate candidate) {
    configurations.add(
        new InitialConfiguration(candidate.configuration(), "run " + candidate.reference()));
  }

  private void requireSameKernel(StoredRun run) {
    if (!run.subject().kernel().equals(kernel.name())
        || !run.subject().backend().equals(kernel.backend())) {
      throw new UnusableSuggestionsException(
          "run '%s' tuned %s for the backend '%s', but this is %s for '%s'"
              .formatted(
                  run.id(),
                  run.subject().kernel(),
                  run.subject().backend(),
                  kernel.name(),
                  kernel.backend()),
          "Name a run of this kernel.");
    }
    if (!run.provenance().device().model().equals(deviceModel)) {
      news.add(
          "note: run '%s' measured on %s, but this is %s"
              .formatted(run.id(), run.provenance().device().model(), deviceModel));
    }
  }

  private Stream<Candidate> best(RunHistory history) {
    IntStream champion =
        history.finals().stream().flatMapToInt(finals -> finals.candidate(Role.CHAMPION).stream());
    IntStream others =
        history.eligible().stream()
            .sorted(Comparator.comparingDouble(outline -> outline.objective().orElseThrow()))
            .mapToInt(Candidate::number);
    IntStream dispatched =
        history.finals().flatMap(FinalsDecision::portfolio).stream()
            .flatMap(portfolio -> portfolio.dispatched().values().stream())
            .mapToInt(Integer::intValue);
    return IntStream.concat(champion, IntStream.concat(dispatched, others))
        .distinct()
        .boxed()
        .flatMap(number -> history.candidate(number).stream())
        .filter(candidate -> !candidate.configuration().equals(kernel.defaultConfiguration()))
        .limit(options.top());
  }

  private void microbench(Path named) {
    boolean usual = named.equals(SeedingOptions.USUAL_PLACE);
    Path file =
        usual
            ? store
                .file()
                .resolveSibling("micro")
                .resolve(kernel.name())
                .resolve(MicroBest.FILE_NAME)
            : named;
    if (usual && !Files.exists(file)) {
      news.add(
          "note: no %s yet. Write it: evo microbench %s"
              .formatted(file, Printable.word(kernel.folder())));
      return;
    }
    MicroBest found = MicroBest.read(file);
    requireThis(file, found.kernel(), found.backend());
    compareWithDevice(file, found);
    if (!found.ranking().isEmpty()) {
      known.add(new Prior("microbench", List.of(), found.ranking()));
    }
    int rank = 0;
    for (Configuration configuration : found.best().stream().limit(options.top()).toList()) {
      configurations.add(new InitialConfiguration(configuration, "microbench #" + ++rank));
    }
  }

  private void compareWithDevice(Path file, MicroBest found) {
    if (!found.device().isEmpty() && !found.device().equals(deviceModel)) {
      news.add(
          "note: %s was made on %s, but this is %s".formatted(file, found.device(), deviceModel));
    }
    found
        .correlation()
        .filter(MicroBest.Correlation::isUseless)
        .ifPresent(
            correlation ->
                news.add(
                    "warning: the ranking in %s is not correlated with measured times, %s: its configurations may be no better than random ones"
                        .formatted(file, correlation)));
  }

  private void recording(Path file) {
    RecordedResults recording;
    try {
      recording = RecordingReader.read(file);
    } catch (InvalidFileException e) {
      throw new UnusableSuggestionsException(String.valueOf(e.getMessage()), "");
    }
    String source = "recording of " + recording.source();
    List<Timed> timed =
        recording.entries().stream()
            .filter(entry -> entry.millis().isPresent())
            .map(entry -> new Timed(entry.configuration(), entry.millis().orElseThrow()))
            .sorted(Comparator.comparingDouble(Timed::mean))
            .toList();
    int rank = 0;
    for (Timed best : timed.subList(0, Math.min(options.top(), timed.size()))) {
      configurations.add(
          new InitialConfiguration(best.configuration(), "%s #%d".formatted(source, ++rank)));
    }
    if (!timed.isEmpty()) {
      known.add(new Prior(source, List.of(), timed));
    }
  }
}
