package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.config.Job;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.SampleBounds;
import dev.evokernel.measure.SampleSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.run.VerificationStrength;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.text.Units;
import dev.evokernel.tuning.DefaultSearch.DefaultWriter;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Trial of a kernel without a run: its file, its space, its default and its reference, and the gaps
 * of verification. A trial leaves files in the cache alone.
 */
public final class KernelTrial {

  public enum Mark {
    OK,
    /** A line to fill in by hand. */
    TODO,
    /** A wrong kernel might pass verification. */
    WEAK,
    /** Not checkable on this machine. */
    MISSING,
    WRONG;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public record Finding(Mark mark, String name, String found, String remedy) {}

  /** Mark of a guessed line in a {@code kernel.yaml} by {@code evo init}. */
  public static final String TODO = "# TODO";

  private static final String DIMENSIONS =
      "A crash of the reference suggests wrong 'dimensions', or 'arguments' whose order or types"
          + " differ from the signature.";

  /** Configurations that are tried besides the default, and the time for them. */
  private static final int OTHERS = 5;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final SamplingSettings ONCE =
      new SamplingSettings(
          new SampleSettings(
              Duration.ofMillis(1), Duration.ofNanos(50_000), Optional.empty(), false),
          new SampleBounds(3, 10, Duration.ofMillis(1), Duration.ofMillis(50)),
          new RelativeError(0.05),
          Race.DEFAULT);

  private final Job job;
  private final List<String> shapes;
  private final Consumer<String> news;
  private final List<Finding> findings = new ArrayList<>();
  private Optional<SearchSpace> space = Optional.empty();

  public KernelTrial(Job job, List<String> shapes, Consumer<String> news) {
    this.news = news;
    this.job = job;
    this.shapes = List.copyOf(shapes);
  }

  /**
   * @throws BadInputException if a shape does not exist
   */
  public List<Finding> findings() throws InterruptedException {
    findings.clear();
    KernelFile file = KernelFile.at(job.kernel());
    todos(file.path());
    try {
      for (String backend : file.backends()) {
        Kernel read = file.readUnsettled(backend);
        ok("file", "parsed for " + backend + ": " + read.identity().summary());
      }
    } catch (InvalidFileException e) {
      add(Mark.WRONG, "file", String.valueOf(e.getMessage()).strip(), "");
      return List.copyOf(findings);
    }
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      Optional<Target> target = target(file, scratch.folder());
      if (target.isPresent()) {
        space(target.get());
        compile(target.get(), scratch.folder());
      } else if (findings.stream().anyMatch(finding -> finding.mark() == Mark.MISSING)) {
        file.backends().stream()
            .map(file::readUnsettled)
            .filter(Kernel::namesDefault)
            .forEach(kernel -> inputs(kernel, scratch.folder()));
      }
    }
    file.backends().stream().map(file::readUnsettled).map(this::strength).forEach(this::weaknesses);
    return List.copyOf(findings);
  }

  private Optional<Target> target(KernelFile file, Path scratch) throws InterruptedException {
    try {
      KernelOnDevice subject = KernelOnDevice.of(job);
      boolean found = job.recording().isPresent() || subject.kernel().namesDefault();
      return (found ? Optional.of(job) : settled(subject, scratch))
          .map(own -> Target.of(own, shapes));
    } catch (EnvironmentException e) {
      add(
          Mark.MISSING,
          "device",
          e.message(),
          "Run this on a machine with such a device; "
              + file.path().getFileName()
              + " has "
              + file.backends());
    }
    return Optional.empty();
  }

  /** Tries what needs no device: inputs, and a reference that is a program. */
  private void inputs(Kernel kernel, Path scratch) {
    for (Shape shape : kernel.defaultShapes()) {
      try {
        boolean whole = isComputed(kernel, shape, scratch);
        ok(
            (whole ? "reference on " : "inputs on ") + kernel.backend(),
            "shape " + shape.name() + ": " + (whole ? "inputs and expected outputs" : "made"));
      } catch (EnvironmentException e) {
        add(Mark.WRONG, "reference", e.message(), "");
      }
    }
  }

  /**
   * Makes the inputs of a shape and computes the expected outputs from them.
   *
   * @return whether the reference ran; a compiled one needs the device
   */
  private static boolean isComputed(Kernel described, Shape shape, Path scratch) {
    Kernel kernel = described.with(new KernelIdentity.Programs(scratch.toAbsolutePath(), ""));
    try {
      if (kernel.reference() instanceof Reference.Command(ArrayProgram program)) {
        try (Arena arena = Arena.ofConfined()) {
          new ReferenceCommand(kernel, program, scratch).outputs(shape, InputSet.usual(1), arena);
        }
        return true;
      }
      Path folder =
          Files.createDirectories(
              scratch.resolve("inputs-" + kernel.backend() + "-" + shape.name()));
      new ReferenceInputs(kernel, shape, InputSet.usual(1)).write(folder);
    } catch (IOException e) {
      throw new EnvironmentException("The inputs cannot be written to " + scratch + ": " + e, e);
    } finally {
      PythonProcess.end();
    }
    return false;
  }

  private Optional<Job> settled(KernelOnDevice subject, Path scratch) throws InterruptedException {
    Job own = shapes.isEmpty() ? job : job.onShapes(shapes);
    KernelOnDevice copy;
    try {
      copy = subject.copiedTo(scratch.resolve("check"), own.into(scratch), news);
    } catch (EnvironmentException | BadInputException e) {
      add(Mark.WRONG, "default", String.valueOf(e.getMessage()), "");
      return Optional.empty();
    }
    copy.found()
        .forEach(
            found ->
                add(
                    Mark.OK,
                    "no default",
                    found.origin().substring(StoredInitialConfiguration.FOUND.length())
                        + ": "
                        + found.configuration(),
                    "A run finds a default the same way. Or name one: default: "
                        + DefaultWriter.text(found.configuration())));
    return Optional.of(
        own.onKernel(copy.kernel().file()).onShapes(own.shapes()).choosing(own.variants()));
  }

  private void todos(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        int at = lines.get(i).indexOf(TODO);
        if (at >= 0) {
          add(
              Mark.TODO,
              "line " + (i + 1),
              lines.get(i).substring(0, at).strip(),
              lines.get(i).substring(at + TODO.length()).replaceFirst("^:", "").strip());
        }
      }
    } catch (IOException e) {
      // Parsing the kernel reports why the file cannot be read.
    }
  }

  private void space(Target target) {
    ok("device", target.device().id() + " (" + target.device().model() + ")");
    target
        .backend()
        .limits(target.device())
        .ifPresent(
            limits -> {
              SearchSpace whole = SearchSpace.of(target.kernel(), target.shapes(), limits);
              space = Optional.of(whole);
              ok(
                  "space",
                  "%s valid configurations of %d parameters"
                      .formatted(whole.count(), target.kernel().parameters().size()));
            });
  }

  private void compile(Target target, Path scratch) throws InterruptedException {
    Kernel kernel = target.kernel();
    Backend backend = target.backend();
    DeviceIdentity device = target.device();
    LaunchSpec launch = LaunchSpec.ofThisJvm(scratch.resolve("logs")).telling(news);
    Path cache = cache(target, scratch);
    var compiling =
        new CompileJob(kernel.file(), backend.name(), device, cache, target.timeouts().compile())
            .on(target.shapes());
    long start = System.nanoTime();
    try (CompileWorker worker = CompileWorker.start(launch, compiling, "compile-1")) {
      ok("compiler", worker.compilerVersion());
      switch (worker.compile(kernel.defaultConfiguration())) {
        case Compilation.Failed(String log, boolean _) ->
            add(Mark.WRONG, "default", "compilation failed: " + log, "");
        case Compilation.Compiled(Binary binary) -> {
          ok(
              "default",
              "compiles in %s, %d binar%s: %s"
                  .formatted(
                      Units.time((double) binary.compileNanos()),
                      Math.max(1, binary.parts().size()),
                      binary.parts().size() > 1 ? "ies" : "y",
                      kernel.defaultConfiguration()));
          Optional<PreparedReference> reference = reference(worker);
          if (reference.isPresent()) {
            run(target, launch, job(target, reference.get()), binary, worker);
          }
        }
      }
    } catch (EnvironmentException e) {
      add(Mark.WRONG, "compiler", e.message(), "");
      inputs(kernel, scratch);
    }
    ok("took", Units.time((double) (System.nanoTime() - start)));
  }

  /**
   * Returns the results' cache. Without a results folder that can be written, and without programs
   * whose arrays are worth keeping, the cache is the trial's own.
   */
  private static Path cache(Target target, Path scratch) {
    Path results = target.results().toAbsolutePath();
    boolean keeps = Files.exists(results) || target.kernel().programs().findAny().isPresent();
    Path there = results;
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent());
    }
    return (keeps && Files.isWritable(there) ? results : scratch).resolve("cache");
  }

  private Optional<PreparedReference> reference(CompileWorker worker) throws InterruptedException {
    try {
      return Optional.of(worker.reference());
    } catch (EnvironmentException e) {
      boolean isOfSources = e.message().startsWith(job.kernel().toAbsolutePath().toString());
      add(Mark.WRONG, isOfSources ? "sources" : "reference", e.message(), "");
      return Optional.empty();
    }
  }

  private static DeviceJob job(Target target, PreparedReference reference) {
    return new DeviceJob(
        target.kernel().file(),
        target.backend().name(),
        target.device(),
        reference,
        target.shapes(),
        LongStream.rangeClosed(1, target.inputSets()).boxed().toList(),
        ONCE,
        target.timeouts().evaluation());
  }

  private void run(
      Target target, LaunchSpec launch, DeviceJob trial, Binary binary, CompileWorker compiler)
      throws InterruptedException {
    Configuration tried = target.kernel().defaultConfiguration();
    try (DeviceWorker device = DeviceWorker.start(launch, trial)) {
      Outcome outcome = device.evaluate(EvaluationRequest.of(tried, binary)).outcome();
      if (outcome instanceof Outcome.Measured
          && !target.kernel().entryPoint().signature().usualSpecial().isEmpty()) {
        device.trySpecial(tried, binary);
      }
      device.weaknesses().forEach(weakness -> add(Mark.WEAK, "inputs and outputs", weakness, ""));
      switch (outcome) {
        case Outcome.Measured(List<Measurement> measurements) -> {
          for (Measurement measurement : measurements) {
            ok(
                "shape " + measurement.shape(),
                "correct, p50 " + Units.time(measurement.samples().p50()));
          }
          tolerances(target.kernel(), measurements);
          others(tried, compiler, device);
        }
        case Outcome.Rejected rejected -> rejected(rejected);
      }
    } catch (EnvironmentException e) {
      // The message omits the log files, which are deleted by the time a user reads it.
      String message = e.message().replaceAll(" See \\S+\\.(?=\\s|$)", "");
      boolean isOfTolerances = message.startsWith("The tolerance");
      add(Mark.WRONG, isOfTolerances ? "tolerances" : "reference", message, remedy(message));
    }
  }

  /** Verifies the space's ends and a few configurations at random, until the time is spent. */
  private void others(Configuration tried, CompileWorker compiler, DeviceWorker device)
      throws InterruptedException {
    var others = new LinkedHashSet<Configuration>();
    space
        .filter(SearchSpace::isNumbered)
        .ifPresent(all -> others.addAll(List.of(all.at(0), all.at(all.size() - 1))));
    var random = new SplittableRandom(1);
    space.ifPresent(
        all -> Stream.generate(() -> all.sample(random)).limit(OTHERS).forEach(others::add));
    others.remove(tried);
    long end = System.nanoTime() + PATIENCE.toNanos();
    var rejected = new EnumMap<Rejection, Finding>(Rejection.class);
    var counts = new EnumMap<Rejection, Integer>(Rejection.class);
    int all = 1;
    for (Configuration other : others) {
      if (all > OTHERS || System.nanoTime() > end) {
        break;
      }
      all++;
      Outcome outcome =
          switch (compiler.compile(other)) {
            case Compilation.Failed(String log, boolean timedOut) ->
                new Outcome.Rejected(
                    timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR,
                    "",
                    log.lines().filter(line -> line.contains("error")).findFirst().orElse(log));
            case Compilation.Compiled(Binary binary) ->
                device.evaluate(EvaluationRequest.of(other, binary)).outcome();
          };
      if (outcome instanceof Outcome.Rejected(Rejection reason, String _, String message)) {
        counts.merge(reason, 1, Integer::sum);
        String remedy =
            reason == Rejection.COMPILE_ERROR
                ? "Correct the source, or exclude such configurations with a constraint."
                : reason.advice(message);
        rejected.putIfAbsent(
            reason, new Finding(Mark.WEAK, reason.label(), other + ": " + message, remedy));
      }
    }
    if (all > 1) {
      int wrong = counts.values().stream().mapToInt(count -> count).sum();
      String reasons =
          counts.entrySet().stream()
              .map(count -> ", " + count.getValue() + " " + count.getKey().label())
              .collect(Collectors.joining());
      add(
          wrong == 0 ? Mark.OK : Mark.WEAK,
          "configurations",
          "%d of %d configurations are right%s".formatted(all - wrong, all, reasons),
          "");
      findings.addAll(rejected.values());
    }
  }

  private static String remedy(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    return Stream.of("crash", "segfault", "bus error", "abort", "signal", "illegal")
            .anyMatch(text::contains)
        ? DIMENSIONS
        : "";
  }

  private void tolerances(Kernel kernel, List<Measurement> measurements) {
    var excesses = new TreeMap<ElementType, Double>();
    for (Measurement measurement : measurements) {
      for (OutputComparison output : measurement.accuracy()) {
        excesses.merge(typeOf(kernel, measurement.shape(), output), output.excess(), Math::max);
      }
    }
    excesses.forEach(
        (type, excess) ->
            Optional.ofNullable(kernel.correctness().tolerances().get(type))
                .ifPresent(tolerance -> tolerance(type, tolerance, excess)));
  }

  private static ElementType typeOf(Kernel kernel, String shape, OutputComparison comparison) {
    return kernel.on(kernel.shape(shape)).arguments().stream()
        .filter(argument -> argument.name().equals(comparison.argument()))
        .findFirst()
        .orElseThrow()
        .type();
  }

  private void tolerance(ElementType type, Tolerance tolerance, double excess) {
    double enough = 2 * excess;
    add(
        Mark.OK,
        "tolerance of " + type.label(),
        "the default's largest error is "
            + (excess > 1 ? Units.ofTolerance(excess) : "%.2g of the tolerance".formatted(excess)),
        enough < 0.5 && enough > 0 ? tolerance.text(enough) + " would pass too" : "");
  }

  private void rejected(Outcome.Rejected rejected) {
    add(
        Mark.WRONG,
        "default",
        "%s: %s".formatted(Candidate.reasonOf(rejected), rejected.message()),
        rejected.reason().advice(rejected.message()));
  }

  /** Measures the gate on the job's shapes; a section without them is measured on its defaults. */
  private VerificationStrength strength(Kernel read) {
    var selection = new ShapeSelection(read.shapes());
    List<Shape> named =
        read.shapes().stream()
            .filter(
                shape -> job.shapes().stream().anyMatch(text -> selection.of(text).contains(shape)))
            .toList();
    return new VerificationStrength(
        read, named.isEmpty() ? read.defaultShapes() : named, job.evaluation().verification());
  }

  private void weaknesses(VerificationStrength strength) {
    List<VerificationStrength.Weakness> weaknesses = strength.weaknesses();
    String on = " on " + strength.kernel().backend();
    if (weaknesses.isEmpty()) {
      ok("correctness gate" + on, strength.summary());
    }
    for (VerificationStrength.Weakness weakness : weaknesses) {
      add(Mark.WEAK, weakness.name() + on, weakness.found(), weakness.remedy());
    }
  }

  private void ok(String name, String found) {
    add(Mark.OK, name, found, "");
  }

  private void add(Mark mark, String name, String found, String remedy) {
    findings.add(new Finding(mark, name, found, remedy));
  }
}
