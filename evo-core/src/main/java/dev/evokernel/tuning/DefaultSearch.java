package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.roofline.HardwareSuggestions;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.YamlText;
import dev.evokernel.tuning.KernelOnDevice.LiveKernel;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.ProcessWorkers;

/**
 * Search for the default of a kernel that names none. The default is the first configuration, in an
 * order given by the random seed, that passes verification and can be timed. The search writes the
 * default into the run's copy of the kernel file. Each variant without a default is searched
 * separately.
 */
final class DefaultSearch {
  static final int TRIES = 64;

  private static final int DRAWS = 20 * TRIES;

  private static final int WIDTH = 160;

  private final KernelFile copy;
  private final LiveKernel subject;
  private final Job job;
  private final Consumer<String> news;
  private final DeviceLimits limits;
  private final DefaultWriter writer;

  /** Configurations left to try, the next one first, by variant or under an empty name. */
  private final Map<String, Deque<Configuration>> open = new LinkedHashMap<>();

  DefaultSearch(KernelFile copy, LiveKernel subject, Job job, Consumer<String> news) {
    this.copy = copy;
    this.subject = subject;
    this.job = job;
    this.news = news;
    Kernel kernel = subject.kernel();
    this.limits =
        subject
            .chosen()
            .backend()
            .limits(subject.chosen().device())
            .orElseThrow(() -> unnamed("the device's limits are unknown before it is opened"));
    this.writer = new DefaultWriter(copy, kernel.backend());
    RandomGenerator random =
        RandomGeneratorFactory.of("L64X128MixRandom")
            .create(31 * job.search().seed() + "default".hashCode());
    if (kernel.variants().isEmpty()) {
      open.put("", drawn(kernel, kernel.shapes(), random));
    }
    for (Variant variant : kernel.variants().all()) {
      if (!variant.kernel().namesDefault()) {
        if (!kernel.variants().names().contains(variant.name())) {
          throw unnamed("the variant '%s' cannot run here".formatted(variant.name()));
        }
        open.put(variant.name(), drawn(variant, job.on(kernel).shapes(), random));
      }
    }
  }

  private BadInputException unnamed(String why) {
    return new BadInputException(
        "The kernel '%s' names no default, and evo cannot search for one: %s. Name a default in %s: default: {…}."
            .formatted(subject.kernel().name(), why, Launcher.shown(subject.kernel().file())));
  }

  private Deque<Configuration> drawn(Variant variant, List<Shape> shapes, RandomGenerator random) {
    var named = new ArrayDeque<Configuration>();
    for (Configuration configuration : drawn(variant.kernel(), shapes, random)) {
      named.add(variant.configuration(configuration));
    }
    return named;
  }

  private Deque<Configuration> drawn(Kernel kernel, List<Shape> shapes, RandomGenerator random) {
    SearchSpace space = SearchSpace.of(kernel, shapes, limits);
    var drawn = new LinkedHashSet<Configuration>();
    for (int i = 0; i < DRAWS && drawn.size() < TRIES; i++) {
      drawn.add(space.sample(random));
    }
    return new ArrayDeque<>(drawn);
  }

  LiveKernel settled(String run) throws InterruptedException {
    RunSpec spec = readable(run);
    var found = new ArrayList<Configuration>();
    var sentences = new ArrayList<String>();
    var initial = new ArrayList<InitialConfiguration>();
    suggestion(spec).ifPresent(this::tryFirst);
    try (ProcessWorkers workers = ProcessWorkers.start(spec, 1, 0, spec.cache(), news)) {
      for (var candidates : open.entrySet()) {
        var tried = new Rejections();
        Configuration first = first(candidates.getKey(), candidates.getValue(), workers, tried);
        String how = "the first of %d tried that passed verification".formatted(tried.count() + 1);
        found.add(first);
        sentences.add(
            "The %s names no default: speed-ups are relative to %s, %s."
                .formatted(title(candidates.getKey()), first, how));
        initial.add(new InitialConfiguration(first, StoredInitialConfiguration.FOUND + how));
      }
    }
    writer.write(found, "Named by run " + run + ": the first tried that passed verification.");
    return subject.with(read(), sentences, initial);
  }

  private String title(String variant) {
    return variant.isEmpty() ? "kernel" : "variant '" + variant + "'";
  }

  private RunSpec readable(String run) {
    while (true) {
      writer.write(open.values().stream().map(Deque::getFirst).toList(), "Not verified yet.");
      try {
        LiveKernel written = subject.with(read(), List.of(), List.of());
        return written.spec(run, job, SeedingSpec.NONE);
      } catch (InvalidFileException e) {
        for (Deque<Configuration> left : open.values()) {
          left.removeFirst();
          if (left.isEmpty()) {
            throw e;
          }
        }
      }
    }
  }

  private Kernel read() {
    return copy.read(subject.kernel().backend()).only(subject.kernel().variants().names());
  }

  private Optional<Configuration> suggestion(RunSpec spec) {
    return new HardwareSuggestions(spec.kernel(), spec.shapes(), limits)
        .best(1).stream().map(InitialConfiguration::configuration).findFirst();
  }

  private void tryFirst(Configuration suggested) {
    Deque<Configuration> own = open.get(suggested.variant().orElse(""));
    if (own != null) {
      own.remove(suggested);
      own.addFirst(suggested);
    }
  }

  private Configuration first(
      String variant, Deque<Configuration> candidates, ProcessWorkers workers, Rejections tried)
      throws InterruptedException {
    for (Configuration candidate : candidates) {
      Optional<Rejected> rejected = rejected(candidate, workers);
      if (rejected.isEmpty()) {
        return candidate;
      }
      tried.add(rejected.get());
      news.accept(
          "note: rejected as default: %s: %s: %s"
              .formatted(
                  candidate,
                  rejected.get().reason().label(),
                  Rejections.line(rejected.get(), WIDTH)));
    }
    throw new BadInputException(
        "The %s of '%s' names no default, and none of %d tried configurations passes verification (%s). Most frequent: %s%nFix the kernel, or name a working default in %s: default: {…}."
            .formatted(
                variant.isEmpty() ? "section" : title(variant),
                subject.kernel().name(),
                tried.count(),
                tried.byReason(),
                tried.mostFrequent(),
                Launcher.shown(subject.kernel().file())));
  }

  private static Optional<Rejected> rejected(Configuration candidate, ProcessWorkers workers)
      throws InterruptedException {
    return switch (workers.compile(candidate)) {
      case Compilation.Failed(String log, boolean timedOut) ->
          Optional.of(
              new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log));
      case Compilation.Compiled(Binary binary) ->
          workers.device().evaluate(EvaluationRequest.of(candidate, binary)).outcome()
                  instanceof Rejected rejected
              ? Optional.of(rejected)
              : workers.device().examine(candidate, binary);
    };
  }

  static final class Rejections {

    private final List<Rejected> all = new ArrayList<>();

    void add(Rejected rejected) {
      all.add(rejected);
    }

    int count() {
      return all.size();
    }

    /**
     * Counts by reason, the most frequent first, for example {@code 61 compile-error, 3
     * wrong-result}.
     */
    String byReason() {
      var counts = new EnumMap<Rejection, Integer>(Rejection.class);
      all.forEach(rejected -> counts.merge(rejected.reason(), 1, Integer::sum));
      return counts.entrySet().stream()
          .sorted(Map.Entry.<Rejection, Integer>comparingByValue().reversed())
          .map(count -> count.getValue() + " " + count.getKey().label())
          .collect(Collectors.joining(", "));
    }

    String mostFrequent() {
      var counts = new LinkedHashMap<String, Integer>();
      all.forEach(rejected -> counts.merge(rejected.message().strip(), 1, Integer::sum));
      int most = counts.values().stream().max(Comparator.naturalOrder()).orElse(0);
      return counts.entrySet().stream()
          .filter(count -> count.getValue() == most)
          .map(Map.Entry::getKey)
          .findFirst()
          .orElse("");
    }

    static String line(Rejected rejected, int width) {
      String message = rejected.message().strip();
      String line = message.lines().findFirst().orElse("");
      return line.length() <= width ? line : line.substring(0, width) + "…";
    }
  }

  /**
   * Writer of default configurations into a copy of a kernel's file. A default gets a line before
   * the first key of the backend's section or of its variant.
   */
  public static final class DefaultWriter {

    private final Path file;
    private final List<String> lines;
    private final YamlDocument document;
    private final String backend;

    /**
     * @throws InvalidFileException if the schema rejects the file
     */
    public DefaultWriter(KernelFile file, String backend) {
      this.file = file.path();
      this.document = YamlDocument.read(this.file, Kernel.class, KernelReader.SCHEMA);
      this.backend = backend;
      try {
        this.lines = Files.readAllLines(this.file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /**
     * Writes the defaults after a one-line comment; replaces defaults of an earlier call.
     *
     * @throws InvalidFileException if no key stands on a line of its own
     */
    public void write(List<Configuration> defaults, String comment) {
      var added = new TreeMap<Integer, String>(Comparator.reverseOrder());
      for (Configuration configuration : defaults) {
        Place first = place(configuration);
        String indent = " ".repeat(first.column() - 1);
        added.put(
            first.line(),
            "%s# %s%n%sdefault: %s".formatted(indent, comment, indent, text(configuration)));
      }
      var written = new ArrayList<>(lines);
      added.forEach((line, text) -> written.add(line - 1, text));
      try {
        Files.write(file, written);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Formats the values as a YAML mapping in braces. */
    public static String text(Configuration configuration) {
      return YamlText.of(configuration.withoutVariant().values());
    }

    private Place place(Configuration configuration) {
      YamlNode.Mapping section =
          document.root().value("backends").mapping().value(backend).mapping();
      Optional<String> variant = configuration.variant();
      YamlNode.Mapping owner =
          variant
              .map(
                  name ->
                      section
                          .find("variants")
                          .orElseGet(() -> document.root().value("variants"))
                          .mapping()
                          .value(name)
                          .mapping())
              .orElse(section);
      Optional<Place> first = first(owner);
      if (first.isEmpty() && variant.isEmpty()) {
        first = first(document.root());
      }
      if (first.isEmpty()) {
        document.problem(
            owner,
            "a default found by a run cannot be inserted between these braces",
            "Write each key on its own line, or name the default: default: " + text(configuration));
        document.check();
      }
      return first.orElseThrow();
    }

    /** Returns the place of the first key, if nothing stands before it on its line. */
    private Optional<Place> first(YamlNode.Mapping mapping) {
      return mapping.keys().values().stream()
          .min(Comparator.comparingInt(Place::line).thenComparingInt(Place::column))
          .filter(place -> lines.get(place.line() - 1).substring(0, place.column() - 1).isBlank());
    }
  }
}
