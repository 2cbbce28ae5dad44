package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.Judging;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.read.CompilerView;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.JobTarget;
import dev.evokernel.worker.protocol.MiniatureJob;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;

/** The server of one coordinator's requests, which answers in order on the calling thread. */
public final class RequestServer {

  private static final String WITHIN_TOLERANCE =
      "results may differ from launch to launch (repeatable: within-tolerance), so races within tolerance pass";

  @FunctionalInterface
  public interface ReplySink {
    void send(Reply reply) throws IOException;
  }

  /** The builders are named by variant, or by an empty name in a kernel without variants. */
  private record OpenCompiler(
      Kernel kernel,
      Compiler compiler,
      Map<String, BuildCompiler> builders,
      List<Shape> shapes,
      Duration limit) {

    String version() {
      return Stream.concat(
              builders.values().stream().map(BuildCompiler::version),
              sources(kernel).map(compiler::version))
          .distinct()
          .collect(Collectors.joining(", "));
    }
  }

  /** View of the open compiler; digests are those of the job's first shape. */
  private record View(OpenCompiler open) implements CompilerView {

    @Override
    public Map<Path, String> preprocessed(Kernel kernel, Configuration configuration, Shape shape) {
      try {
        return kernel.source().build().isPresent()
            ? Map.of()
            : open.compiler().preprocessed(kernel.source(), macros(kernel, configuration, shape));
      } catch (EvaluationException _) {
        return Map.of(); // A macro has no value in this configuration.
      }
    }

    @Override
    public String digest(Kernel kernel, Configuration configuration) {
      Shape shape = kernel.declaredAs(open.shapes().getFirst());
      Map<Path, String> texts = preprocessed(kernel, configuration, shape);
      if (!texts.isEmpty()) {
        return texts.toString();
      }
      try {
        Configuration macros = macros(kernel, configuration, shape);
        return open.compiler().compile(kernel.source(), macros) instanceof Compilation.Compiled done
            ? done.binary().digest()
            : configuration.toString();
      } catch (EvaluationException _) {
        return configuration.toString();
      }
    }

    private static Configuration macros(Kernel kernel, Configuration configuration, Shape shape) {
      return configuration.withoutVariant().and(kernel.macros(configuration, shape));
    }
  }

  private record PreparedDevice(Kernel kernel, Device device) {

    static PreparedDevice of(JobTarget target) {
      return new PreparedDevice(target.readKernel(), target.resolveBackend().open(target.device()));
    }
  }

  /** Names by which a source in C finds out whether a sanitizer compiles it or runs. */
  private static final Pattern SANITIZER =
      Pattern.compile(
          "__SANITIZE_\\w+|\\b(?:address|thread|memory)_sanitizer\\b|__(?:a|t|m|ub)san_\\w+");

  private final ReplySink sink;
  private @Nullable OpenCompiler compiler;
  private @Nullable PreparedDevice prepared;
  private @Nullable EvaluationEngine engine;
  private @Nullable Examiner examiner;
  private @Nullable Miniatures miniatures;

  public RequestServer(ReplySink sink) {
    this.sink = sink;
  }

  public void serve(BlockingQueue<Request> requests) {
    while (true) {
      try {
        send(answer(requests.take()));
      } catch (EnvironmentException e) {
        send(new Reply.EnvironmentBroken(e.message()));
      } catch (InvalidFileException e) {
        send(
            new Reply.EnvironmentBroken(
                (compiler == null ? "The kernel's file has changed since the run read it: " : "")
                    + e.getMessage()));
      } catch (InterruptedException | UncheckedIOException e) {
        return; // The coordinator has ended; the listening thread ends the process.
      } catch (RuntimeException | Error e) {
        var trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        send(new Reply.EnvironmentBroken("A defect in evo's worker: " + trace));
      }
    }
  }

  private Reply answer(Request request) {
    return switch (request) {
      case Request.OpenCompiler(CompileJob job) -> open(job);
      case Request.CompileReference() -> {
        Kernel kernel = opened(compiler).kernel();
        KernelReader.check(kernel.file(), kernel.backend(), new View(opened(compiler)));
        preparing("compiling the reference", "");
        yield new Reply.ReferenceCompiled(
            reference(opened(compiler)),
            kernel
                .programs()
                .map(ArrayProgram::limit)
                .reduce(
                    kernel.reference() instanceof Reference.Judge judge
                        ? judge.limit()
                        : Duration.ZERO,
                    Duration::plus));
      }
      case Request.Compile(Configuration configuration, List<String> macros) -> {
        preparing("compiling " + configuration, "");
        Kernel own = opened(compiler).kernel().of(configuration);
        yield candidate(own.source().defining(macros), binaries(own), configuration);
      }
      case Request.CompileMiniature(Configuration configuration) -> {
        progress("compilation", "", 0);
        Kernel small = opened(compiler).kernel().of(configuration).inSmall();
        yield candidate(small.source(), new ShapeBinaries(small, small.shapes()), configuration);
      }
      case Request.PrepareDevice(JobTarget target) -> {
        prepared = PreparedDevice.of(target);
        yield new Reply.DevicePrepared();
      }
      case Request.OpenDevice(DeviceJob job) -> open(job);
      case Request.OpenMiniatures(MiniatureJob job) -> open(job);
      case Request.TryMiniature tried -> opened(miniatures).attempt(tried);
      case Request.Evaluate(EvaluationRequest evaluation) -> opened(engine).evaluate(evaluation);
      case Request.Examine(var configuration, var binary, var special) ->
          opened(examiner).examine(configuration, binary, special);
      case Request.TrySpecial(var theDefault, var binary) ->
          opened(examiner).trySpecial(theDefault, binary);
      case Request.MeasureFinals(FinalsRequest finals) -> opened(engine).finals(finals);
      case Request.MeasureBaseline(String name) -> opened(engine).baseline(name);
      case Request.Shutdown() -> throw new IllegalArgumentException("Shutdown has no answer.");
    };
  }

  private ShapeBinaries binaries(Kernel kernel) {
    return new ShapeBinaries(kernel, opened(compiler).shapes());
  }

  private Reply candidate(Source source, ShapeBinaries binaries, Configuration configuration) {
    OpenCompiler opened = opened(compiler);
    return new Reply.Compiled(
        binaries.ofCandidate(
            configuration,
            timed(
                macros ->
                    source
                        .build()
                        .map(_ -> opened.builders().get(configuration.variant().orElse("")))
                        .map(
                            builder ->
                                builder.compile(
                                    source.with(configuration.of(macros)),
                                    configuration.of(macros),
                                    macros))
                        .orElseGet(
                            () ->
                                opened
                                    .compiler()
                                    .compile(
                                        source, configuration.withoutVariant().and(macros))))));
  }

  private Optional<Compilation> reference(OpenCompiler opened) {
    Reference reference = opened.kernel().reference();
    return switch (reference) {
      case Reference.Command _, Reference.Judge _ -> opened.compiler().reference(reference);
      case Reference.Compiled _, Reference.Itself _ ->
          Optional.of(
              binaries(opened.kernel())
                  .ofProblem(
                      timed(
                          macros -> opened.compiler().reference(reference, macros).orElseThrow())));
    };
  }

  /** Divides the compile time of several binaries evenly among them. */
  private Function<Configuration, Compilation> timed(
      Function<Configuration, Compilation> compiling) {
    var further = new AtomicBoolean();
    return macros -> {
      if (further.getAndSet(true)) {
        grant(opened(compiler).limit());
      }
      return compiling.apply(macros);
    };
  }

  private Reply open(CompileJob job) {
    Kernel kernel = job.target().readKernel();
    Compiler opened =
        job.target().resolveBackend().compiler(job.target().device(), job.cache(), job.limit());
    List<Shape> shapes =
        job.shapes().isEmpty()
            ? kernel.shapes()
            : job.shapes().stream().map(kernel::declaredAs).toList();
    var open = new OpenCompiler(kernel, opened, builders(kernel, job), shapes, job.limit());
    compiler = open;
    return new Reply.CompilerOpen(open.version());
  }

  private Map<String, BuildCompiler> builders(Kernel kernel, CompileJob job) {
    Backend backend = job.target().resolveBackend();
    var kernels = new LinkedHashMap<String, Kernel>();
    if (kernel.variants().isEmpty()) {
      kernels.put("", kernel);
    }
    kernel.variants().chosen().forEach(variant -> kernels.put(variant.name(), variant.kernel()));
    kernels.values().removeIf(variant -> variant.source().build().isEmpty());
    var builders = new LinkedHashMap<String, BuildCompiler>();
    kernels.forEach(
        (name, own) ->
            builders.put(
                name,
                new BuildCompiler(
                    own,
                    job.target().device(),
                    backend.limits(job.target().device()),
                    backend.binaries(job.cache()),
                    job.limit(),
                    this::grant)));
    return builders;
  }

  private Reply open(DeviceJob job) {
    PreparedDevice known = prepared == null ? PreparedDevice.of(job.target()) : prepared;
    Kernel kernel = job.prepared(known.kernel());
    var ahead = BaselineRunner.ahead(kernel, job);
    Device device = known.device();
    if (job.sampling().sample().energy() && device.joules().isEmpty()) {
      throw new EnvironmentException(
          "The device %s has no energy counter. Remove 'energy' below 'sampling', or choose another 'device'."
              .formatted(job.target().device().id()));
    }
    Function<Shape, Workspace> workspaces = workspaces(device, kernel, job);
    List<ShapeContext> contexts = new ArrayList<>();
    for (Shape asked : job.shapes()) {
      Shape shape = kernel.declaredAs(asked);
      contexts.add(ShapeContext.prepare(workspaces, kernel, shape, job, this::preparing));
    }
    PythonProcess.end();
    var opened =
        new EvaluationEngine(
            device, kernel, contexts, job, ahead, this::progress, this::progress, this::grant);
    engine = opened;
    examiner = new Examiner(opened, workspaces, this::preparing);
    return new Reply.DeviceOpen(
        device.identity(),
        device.limits(),
        peaks(device, kernel, contexts),
        Stream.concat(
                Stream.concat(
                    sanitizersNamed(kernel),
                    Stream.of(WITHIN_TOLERANCE).filter(_ -> !kernel.correctness().repeatsBits())),
                contexts.stream()
                    .flatMap(context -> context.weaknesses(kernel, job.inputSeeds()).stream()))
            .toList());
  }

  private static Stream<Source> sources(Kernel kernel) {
    return kernel.variants().isEmpty()
        ? Stream.of(kernel.source())
        : kernel.variants().all().stream().map(variant -> variant.kernel().source());
  }

  /** Describes sources that name a sanitizer, and may be another program under one. */
  private static Stream<String> sanitizersNamed(Kernel kernel) {
    return sources(kernel)
        .flatMap(Source::read)
        .distinct()
        .flatMap(file -> SANITIZER.matcher(DistantSources.text(file)).results().limit(1))
        .map(
            found ->
                "a source mentions '" + found.group() + "': a sanitizer may see another program");
  }

  private Function<Shape, Workspace> workspaces(Device device, Kernel kernel, DeviceJob job) {
    if (!(kernel.reference() instanceof Reference.Judge)) {
      return shape -> workspace(device, kernel, shape, job);
    }
    BiFunction<Workspace, Shape, Judging.Judged> judged =
        Judging.of(kernel)
            .open(
                kernel,
                job.reference().cache(),
                job.target().resolveBackend().compilingDisturbsTiming(),
                this::grant);
    return shape -> judged.apply(workspace(device, kernel, shape, job), shape);
  }

  private static Workspace workspace(Device device, Kernel kernel, Shape shape, DeviceJob job) {
    Function<Kernel, Workspace> typed = own -> device.workspace(own, shape, job.reference());
    return kernel.depended().isEmpty()
        ? typed.apply(kernel)
        : new ChosenWorkspace(typed, kernel, shape);
  }

  /**
   * Returns the peaks for the shape with the fastest types, so that the bound holds for every
   * shape.
   */
  private static Peaks peaks(Device device, Kernel kernel, List<ShapeContext> contexts) {
    return contexts.stream()
        .map(context -> device.peaks(kernel.on(context.shape())))
        .max(
            Comparator.comparingDouble(
                peaks -> peaks.flopsPerSecond().orElse(Double.POSITIVE_INFINITY)))
        .orElse(Peaks.UNKNOWN);
  }

  private Reply open(MiniatureJob job) {
    Kernel kernel = job.target().readKernel();
    Device device = job.target().resolveBackend().open(job.target().device());
    miniatures = Miniatures.of(device, kernel, this::progress);
    return new Reply.DeviceOpen(
        device.identity(),
        device.limits(),
        device.peaks(kernel.on(kernel.defaultShapes().getFirst())),
        List.of());
  }

  private void preparing(String step, String shape) {
    send(new Reply.Preparing(step, shape));
  }

  private void progress(String stage, String shape, int position) {
    send(new Reply.Progress(stage, shape, position));
  }

  private void progress(Reply.FinalsProgress finals) {
    send(finals);
  }

  private void grant(Duration time) {
    send(new Reply.Resting(time));
  }

  private void send(Reply reply) {
    try {
      sink.send(reply);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> T opened(@Nullable T open) {
    if (open == null) {
      throw new IllegalStateException("Nothing has been opened for this request.");
    }
    return open;
  }
}
