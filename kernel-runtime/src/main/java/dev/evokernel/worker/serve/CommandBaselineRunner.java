package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.WrittenOutputs;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import tools.jackson.databind.JsonNode;

/** A baseline in another program, see docs/programs.md. */
final class CommandBaselineRunner implements BaselineRunner {

  /** Version of the exchange; the baseline must report an equal version. */
  static final int VERSION = 1;

  private static final String PROTOCOL = "evo_baseline";

  /** Time to answer after another baseline has spent the shared time. */
  private static final Duration LEAST = Duration.ofSeconds(1);

  private static final String MORE_TIME = "Give the run more wall time.";

  private final ToolProcess process;
  private final Baseline.Command command;
  private final EvaluationEngine engine;
  private Map<String, Object> question = Map.of();

  private CommandBaselineRunner(
      ToolProcess process, Baseline.Command command, EvaluationEngine engine) {
    this.process = process;
    this.command = command;
    this.engine = engine;
  }

  /** Takes over the program that started ahead, or starts it. */
  static CommandBaselineRunner of(Baseline.Command command, EvaluationEngine engine) {
    ToolProcess ahead = engine.ahead().remove(command.name());
    return new CommandBaselineRunner(
        ahead == null ? start(command, engine.kernel(), engine.job()) : ahead, command, engine);
  }

  /** Starts the programs of a job, by baseline. Those that fail to start are left to their turn. */
  static Map<String, ToolProcess> ahead(Kernel kernel, DeviceJob job) {
    var programs = new HashMap<String, ToolProcess>();
    for (Baseline baseline : kernel.baselines()) {
      if (baseline instanceof Baseline.Command command
          && job.baselines().contains(command.name())) {
        try {
          programs.put(command.name(), start(command, kernel, job));
        } catch (ToolFailure e) {
          // The finals report it.
        }
      }
    }
    return programs;
  }

  private static ToolProcess start(Baseline.Command command, Kernel kernel, DeviceJob job) {
    boolean rests = job.target().resolveBackend().compilingDisturbsTiming();
    // PyTorch caches compiled code in /tmp, the usual folder.
    return ToolProcess.start(command.words(), kernel.folder(), Map.of(), rests);
  }

  @Override
  public void begin(ShapeContext context, Path exchange, Duration patience) {
    if (!patience.isPositive()) {
      throw new ToolFailure("The time of the finals was spent before this shape. " + MORE_TIME);
    }
    question = new LinkedHashMap<>();
    question.put("open", exchange.toString());
    question.put(PROTOCOL, VERSION);
    question.put("device", engine.device().identity().id());
    question.put("cache", context.shape().cache().label());
    process.send(question);
  }

  @Override
  public String open(Duration patience) {
    JsonNode answer = openedWithin(patience);
    String model = answer.path("device").asString("");
    String own = engine.device().identity().model();
    if (!model.isEmpty() && !model.equals(own)) {
      throw process.lost("runs on '%s', not on '%s'".formatted(model, own));
    }
    return ToolProcess.ready(answer);
  }

  @Override
  public void compute(ShapeContext context, Path exchange) {
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
  public long nanos(int launches) {
    JsonNode answer = ask(Map.of("time", launches));
    JsonNode nanos = answer.path("nanos");
    if (!nanos.isNumber() || !(nanos.asDouble() > 0) || Double.isInfinite(nanos.asDouble())) {
      throw process.lost(
          "answered 'time' with %s; {\"nanos\": …} has to be above 0".formatted(answer));
    }
    return Math.max(1, Math.round(nanos.asDouble()));
  }

  /**
   * Waits within the time shared by all baselines. If that time is shorter than the baseline's own
   * limit, the refusal says so.
   */
  private JsonNode openedWithin(Duration patience) {
    if (patience.compareTo(command.limit()) >= 0) {
      return opened(command.limit());
    }
    try {
      return opened(patience.compareTo(LEAST) > 0 ? patience : LEAST);
    } catch (ToolFailure e) {
      throw e.timedOut() ? new ToolFailure(e.reason() + " " + MORE_TIME, true) : e;
    }
  }

  private JsonNode opened(Duration limit) {
    engine.grace().accept(limit);
    return process.opened(question, PROTOCOL, "OpenBLAS 0.3.21", limit);
  }

  private JsonNode ask(Map<String, Object> question) {
    engine.grace().accept(command.limit());
    return process.ask(question, command.limit());
  }

  @Override
  public boolean isUsable() {
    return process.isUsable();
  }

  @Override
  public void close() {
    process.close();
  }
}
