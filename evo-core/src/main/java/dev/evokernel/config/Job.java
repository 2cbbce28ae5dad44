package dev.evokernel.config;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Budget;
import dev.evokernel.text.YamlText;

/** Job that an {@code evo.yaml} describes, with all defaults filled in. */
public record Job(
    JobFile file,
    Subject subject,
    Budget budget,
    SearchOptions search,
    SeedingOptions seeding,
    EvaluationSpec evaluation,
    Finals finals,
    Output output) {

  /**
   * Kernel, device, shapes and objective of a job.
   *
   * @param kernel the {@code kernel.yaml}, absolute; checked on reading; ignored for a recording
   * @param device {@code auto}, {@code cpu}, {@code cuda}, {@code cuda:0}, {@code cuda:0,cuda:1},
   *     {@code cuda:all} or {@code replay:FILE}
   * @param shapes names or conditions; empty for the kernel's default shapes
   * @param objective the metrics to minimise; weights are checked once the kernel is known
   * @param variants names of the variants that may be chosen; empty for all that the device can run
   * @param sections the sections that modules read, in the order of their keys
   */
  public record Subject(
      Path kernel,
      String device,
      List<String> shapes,
      Objective objective,
      List<String> variants,
      List<JobSection> sections) {

    public Subject {
      shapes = List.copyOf(shapes);
      variants = List.copyOf(variants);
      sections = List.copyOf(sections);
    }
  }

  /** Sections {@code accept} and {@code finals} of a job. */
  public record Finals(
      AcceptanceRule acceptance, BaselineUse baselines, int rounds, int processes) {

    public static final Finals DEFAULT =
        new Finals(
            AcceptanceRule.DEFAULT,
            BaselineUse.AUTO,
            FinalsSettings.ROUNDS,
            FinalsSettings.PROCESSES);
  }

  public enum BaselineUse {
    /** Times all baselines that can run on this machine. */
    AUTO,
    NEVER
  }

  /** Destinations of a job's results, metrics and notifications. */
  public record Output(Path results, long cacheBytes, OptionalInt prometheus, Notify notified) {

    static Output into(Path results) {
      return new Output(results, CacheFolder.DEFAULT_BYTES, OptionalInt.empty(), Notify.NONE);
    }
  }

  /** Shapes and configurations of the kernel that a job names. */
  public record OnKernel(List<Shape> shapes, List<InitialConfiguration> initial) {}

  public Path kernel() {
    return subject.kernel();
  }

  public String device() {
    return subject.device();
  }

  public List<String> shapes() {
    return subject.shapes();
  }

  public Objective objective() {
    return subject.objective();
  }

  public List<String> variants() {
    return subject.variants();
  }

  public <T extends JobSection> Optional<T> section(Class<T> type) {
    return subject.sections().stream().filter(type::isInstance).map(type::cast).findFirst();
  }

  public Path results() {
    return output.results();
  }

  /** Recording that stands in for a device and brings the job's kernel. */
  public Optional<Path> recording() {
    return device().startsWith(ReplayBackend.PREFIX)
        ? Optional.of(Path.of(device().substring(ReplayBackend.PREFIX.length())))
        : Optional.empty();
  }

  /**
   * Whether a portfolio is no choice: two metrics give a set of configurations anyway, and rows
   * with equal bits on all shapes need one configuration.
   */
  public boolean hasOneSetAnyway(Kernel kernel) {
    return objective().hasFront() || kernel.correctness().isAcrossShapes();
  }

  /**
   * Resolves the job against its kernel.
   *
   * @throws InvalidFileException if the kernel lacks a shape, parameter or value that the job
   *     names, a hand-written configuration violates a constraint, or weights and shapes do not
   *     match
   */
  public OnKernel on(Kernel kernel) {
    return JobResolver.resolve(this, kernel);
  }

  /** Replays a recording on its only shape, without initial configurations and weights. */
  public Job replaying(Path recording) {
    return onKernel(recording.resolveSibling("kernel.yaml"))
        .onDevice(ReplayBackend.PREFIX + recording);
  }

  /**
   * Tunes another kernel, a {@code kernel.yaml} or its folder: on all its shapes, without initial
   * configurations and weights.
   */
  public Job onKernel(Path other) {
    Path file = KernelFile.at(other).path();
    Objective own = objective().onOtherShapes();
    return with(new Subject(file, device(), List.of(), own, List.of(), subject.sections()))
        .seededWith(seeding.onOtherKernel());
  }

  public Job choosing(List<String> names) {
    return with(new Subject(kernel(), device(), shapes(), objective(), names, subject.sections()));
  }

  public Job onShapes(List<String> others) {
    return with(
        new Subject(kernel(), device(), others, objective(), variants(), subject.sections()));
  }

  public Job onDevice(String other) {
    return with(
        new Subject(kernel(), other, shapes(), objective(), variants(), subject.sections()));
  }

  public Job with(JobSection section) {
    var sections = new ArrayList<>(subject.sections());
    sections.removeIf(other -> other.key().equals(section.key()));
    sections.add(section);
    sections.sort(Comparator.comparing(JobSection::key));
    return with(new Subject(kernel(), device(), shapes(), objective(), variants(), sections));
  }

  private Job with(Subject other) {
    return new Job(file, other, budget, search, seeding, evaluation, finals, output);
  }

  public Job within(Budget other) {
    return new Job(file, subject, other, search, seeding, evaluation, finals, output);
  }

  public Job searching(SearchOptions other) {
    return new Job(file, subject, budget, other, seeding, evaluation, finals, output);
  }

  public Job seededWith(SeedingOptions other) {
    return new Job(file, subject, budget, search, other, evaluation, finals, output);
  }

  public Job into(Path other) {
    Output there = new Output(other, output.cacheBytes(), output.prometheus(), output.notified());
    return new Job(file, subject, budget, search, seeding, evaluation, finals, there);
  }

  /** Attaches a generated text to a job without a file, so that errors can quote lines. */
  public Job described() {
    JobFile described = JobFile.ofText(JobFile.NONE, text(kernel(), results()));
    return new Job(described, subject, budget, search, seeding, evaluation, finals, output);
  }

  /** Text of an {@code evo.yaml} with all keys, including defaults. */
  public String text(Path kernelFolder, Path resultsFolder) {
    Map<String, Object> keys = Keys.written(this);
    keys.put("kernel", kernelFolder.toString());
    keys.put("results", resultsFolder.toString());
    return YamlText.lines(keys);
  }

  /**
   * Writes the {@linkplain #text text} to a file.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public void write(Path kernelFolder, Path resultsFolder, Path to) {
    try {
      Files.writeString(to, text(kernelFolder, resultsFolder));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot write " + to + ": " + e.getMessage() + ". Check the folder's permissions.", e);
    }
  }
}
