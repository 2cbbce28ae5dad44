package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.WrittenOutputs;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One baseline and its readings, shape by shape. A failure becomes a refused reading and is never
 * thrown, so a failed baseline does not stop the measurement of the candidates.
 */
abstract sealed class BaselineRunner implements AutoCloseable {

  private final String name;
  private final List<BaselineReading> readings = new ArrayList<>();
  private String library = "";
  private String refusal = "";
  private List<OutputComparison> accuracy = List.of();

  private BaselineRunner(Baseline baseline) {
    this.name = baseline.name();
  }

  /** Starts the baseline, whose process gets ready while the other baselines start. */
  static BaselineRunner start(Baseline baseline, EvaluationEngine engine) {
    try {
      return switch (baseline) {
        case Baseline.Compiled compiled -> new OfBinary(compiled, engine);
        case Baseline.Command command -> new OfCommand(command, engine);
      };
    } catch (ToolFailure e) {
      return new NotStarted(baseline, e);
    }
  }

  /** Starts the programs of a job, by baseline. Those that fail to start are left to their turn. */
  static Map<String, ToolProcess> ahead(Kernel kernel, DeviceJob job) {
    var programs = new HashMap<String, ToolProcess>();
    for (Baseline baseline : kernel.baselines()) {
      if (baseline instanceof Baseline.Command command
          && job.baselines().contains(command.name())) {
        try {
          programs.put(command.name(), OfCommand.started(command, kernel, job));
        } catch (ToolFailure e) {
          // The finals report it.
        }
      }
    }
    return programs;
  }

  String name() {
    return name;
  }

  List<BaselineReading> readings() {
    return List.copyOf(readings);
  }

  // The steps of a kind of baseline; each may throw ToolFailure.

  /** Begins to open a shape on the inputs in a folder. Programs get ready side by side. */
  abstract void opening(ShapeContext context, Path exchange, Duration patience);

  /** Waits until the shape is open, and returns the library that computes, with its version. */
  abstract String opened(Duration patience);

  /** Computes once on the opened shape and writes the outputs into the context's workspace. */
  abstract void compute(ShapeContext context, Path exchange);

  abstract long timed(int launches);

  boolean isUsable() {
    return true;
  }

  @Override
  public void close() {}

  /** Begins to open a shape. All baselines together share the patience. */
  final void begin(ShapeContext context, Path exchange, Duration patience) {
    if (isUsable()) {
      refusal = "";
      try {
        opening(context, exchange, patience);
      } catch (ToolFailure e) {
        refusal = e.reason();
      }
    }
  }

  /** Waits until the shape is open, and computes once. Returns whether it can be timed. */
  final boolean open(ShapeContext context, Path exchange, Duration patience) {
    if (refusal.isEmpty()) {
      try {
        library = opened(patience);
        compute(context, exchange);
        accuracy = context.workspace().compare();
        return true;
      } catch (ToolFailure e) {
        refusal = e.reason();
      }
    }
    readings.add(BaselineReading.refused(name, context.shape().name(), library, refusal));
    return false;
  }

  /**
   * Times launches. After a failure every batch takes 1 ns, so that the interleaved rounds
   * continue; the samples taken after the failure are discarded.
   */
  final long nanos(int launches) {
    try {
      return refusal.isEmpty() ? timed(launches) : 1;
    } catch (ToolFailure e) {
      refusal = e.reason();
      return 1;
    }
  }

  final void finish(String shape, Sampling sampling, long units) {
    readings.add(
        refusal.isEmpty()
            ? BaselineReading.measured(
                name,
                library,
                new Measurement(
                    shape,
                    sampling.samples().per(units),
                    sampling.launchesPerSample(),
                    accuracy,
                    null,
                    OptionalDouble.empty(),
                    sampling.device()))
            : BaselineReading.refused(name, shape, library, refusal));
  }

  private static final class NotStarted extends BaselineRunner {

    private final ToolFailure failure;

    NotStarted(Baseline baseline, ToolFailure failure) {
      super(baseline);
      this.failure = failure;
    }

    @Override
    void opening(ShapeContext context, Path exchange, Duration patience) {
      throw failure;
    }

    @Override
    String opened(Duration patience) {
      throw failure;
    }

    @Override
    void compute(ShapeContext context, Path exchange) {
      throw failure;
    }

    @Override
    long timed(int launches) {
      throw failure;
    }
  }

  /** A baseline that is compiled and runs like a candidate. */
  private static final class OfBinary extends BaselineRunner {

    private static final Duration COMPILING = Duration.ofMinutes(1);

    private final Program program;
    private final String library;
    private @Nullable BatchTimer timer;

    OfBinary(Baseline.Compiled baseline, EvaluationEngine engine) {
      super(baseline);
      DeviceJob job = engine.job();
      Kernel kernel = engine.kernel();
      Compiler compiler =
          job.target()
              .resolveBackend()
              .compiler(job.target().device(), job.reference().cache(), COMPILING);
      this.program =
          switch (new ShapeBinaries(kernel, job.shapes())
              .ofProblem(macros -> compiler.compile(baseline.source(), macros))) {
            case Compilation.Failed(String log, boolean _) ->
                throw new ToolFailure("It does not compile: " + log);
            case Compilation.Compiled(Binary binary) -> {
              Kernel calling = kernel.with(kernel.entryPoint().calling(baseline.source()));
              yield accepted(
                  () -> engine.device().load(calling, calling.defaultConfiguration(), binary));
            }
          };
      this.library =
          (compiler.version() + " " + String.join(" ", baseline.source().flags())).strip();
    }

    private static <T> T accepted(Supplier<T> step) {
      try {
        return step.get();
      } catch (RejectionException e) {
        throw new ToolFailure(String.valueOf(e.getMessage()));
      }
    }

    @Override
    void opening(ShapeContext context, Path exchange, Duration patience) {
      timer = context.timer(program, context.shape().cache());
    }

    @Override
    String opened(Duration patience) {
      return library;
    }

    @Override
    void compute(ShapeContext context, Path exchange) {
      accepted(
          () -> {
            context.workspace().poison();
            context.workspace().launch(program);
            return program;
          });
    }

    @Override
    long timed(int launches) {
      BatchTimer opened = Objects.requireNonNull(timer);
      return accepted(() -> opened.nanos(launches));
    }

    @Override
    public void close() {
      program.close();
    }
  }

  /** A baseline in another program, see docs/programs.md. */
  private static final class OfCommand extends BaselineRunner {

    /** Time to answer after another baseline has spent the shared time. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private static final String MORE_TIME = "Give the run more wall time.";

    private final ToolProcess process;
    private final Baseline.Command command;
    private final EvaluationEngine engine;

    /** Takes over the program that started ahead, or starts it. */
    OfCommand(Baseline.Command command, EvaluationEngine engine) {
      super(command);
      ToolProcess ahead = engine.ahead().remove(command.name());
      this.process = ahead == null ? started(command, engine.kernel(), engine.job()) : ahead;
      this.command = command;
      this.engine = engine;
    }

    static ToolProcess started(Baseline.Command command, Kernel kernel, DeviceJob job) {
      boolean rests = job.target().resolveBackend().compilingDisturbsTiming();
      // PyTorch caches compiled code in /tmp, the usual folder.
      return ToolProcess.start(command.words(), kernel.folder(), Map.of(), rests);
    }

    @Override
    void opening(ShapeContext context, Path exchange, Duration patience) {
      if (!patience.isPositive()) {
        throw new ToolFailure("The time of the finals was spent before this shape. " + MORE_TIME);
      }
      Map<String, Object> question = ToolProcess.Exchange.BASELINE.opening(exchange.toString());
      question.put("device", engine.device().identity().id());
      question.put("cache", context.shape().cache().label());
      process.send(question);
    }

    @Override
    String opened(Duration patience) {
      JsonNode answer = openedWithin(patience);
      String model = answer.path("device").asString("");
      String own = engine.device().identity().model();
      if (!model.isEmpty() && !model.equals(own)) {
        throw process.lost("runs on '%s', not on '%s'".formatted(model, own));
      }
      return ToolProcess.ready(answer);
    }

    @Override
    void compute(ShapeContext context, Path exchange) {
      try {
        for (Argument.Buffer output : engine.kernel().outputs()) {
          Path written = exchange.resolve(output.name() + ".npy");
          Files.deleteIfExists(written); // An earlier baseline left the outputs.
        }
        JsonNode answer = ask(Map.of("write", true));
        if (!answer.path("written").asBoolean(false)) {
          throw process.lost("answered 'write' with %s".formatted(answer));
        }
        Kernel typed = engine.kernel().typed(engine.kernel().defaultConfiguration());
        WrittenOutputs.place(exchange, typed, context.shape(), context.workspace());
      } catch (IOException e) {
        throw new ToolFailure("It " + e.getMessage() + ".");
      }
    }

    @Override
    long timed(int launches) {
      JsonNode answer = ask(Map.of("time", launches));
      JsonNode nanos = answer.path("nanos");
      if (!nanos.isNumber() || !(nanos.asDouble() > 0) || Double.isInfinite(nanos.asDouble())) {
        throw process.lost(
            "answered 'time' with %s; {\"nanos\": …} has to be above 0".formatted(answer));
      }
      return Math.max(1, Math.round(nanos.asDouble()));
    }

    /**
     * Waits within the time shared by all baselines. If that time is shorter than the baseline's
     * own limit, the refusal says so.
     */
    private JsonNode openedWithin(Duration patience) {
      boolean whole = patience.compareTo(command.limit()) >= 0;
      Duration limit = whole ? command.limit() : patience.compareTo(LEAST) > 0 ? patience : LEAST;
      engine.grace().accept(limit);
      try {
        return process.opened(ToolProcess.Exchange.BASELINE, limit);
      } catch (ToolFailure e) {
        throw !whole && e.timedOut() ? new ToolFailure(e.reason() + " " + MORE_TIME, true) : e;
      }
    }

    private JsonNode ask(Map<String, Object> asked) {
      engine.grace().accept(command.limit());
      return process.ask(asked, command.limit());
    }

    @Override
    boolean isUsable() {
      return process.isUsable();
    }

    @Override
    public void close() {
      process.close();
    }
  }
}
