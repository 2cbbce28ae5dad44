package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.file.Unconfined;
import dev.evokernel.backend.reference.WrittenOutputs;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A baseline in another program, see docs/baselines.md. */
final class CommandBaselineRunner implements BaselineRunner {

  /** Version of the exchange; the baseline must report an equal version. */
  static final int VERSION = 1;

  private static final String PROTOCOL = "evo_baseline";

  private static final String MORE_TIME = "Give the run more wall time.";

  private final ToolProcess process;
  private final Baseline.Command command;
  private final Kernel kernel;
  private final DeviceIdentity device;
  private final Consumer<Duration> grace;
  private @Nullable ShapeContext context;
  private @Nullable Path exchange;

  CommandBaselineRunner(
      ToolProcess process,
      Baseline.Command command,
      Kernel kernel,
      DeviceIdentity device,
      Consumer<Duration> grace) {
    this.process = process;
    this.command = command;
    this.kernel = kernel;
    this.device = device;
    this.grace = grace;
  }

  @Override
  public String open(ShapeContext opened, Path folder, Duration patience) {
    context = opened;
    exchange = folder;
    var question = new LinkedHashMap<String, Object>();
    question.put("open", folder.toString());
    question.put(PROTOCOL, VERSION);
    question.put("device", device.id());
    question.put("cache", opened.shape().cache().label());
    JsonNode answer = openWithin(patience, question);
    String model = answer.path("device").asString("");
    if (!model.isEmpty() && !model.equals(device.model())) {
      throw process.lost("runs on '%s', not on '%s'".formatted(model, device.model()));
    }
    return ToolProcess.ready(answer);
  }

  @Override
  public void compute() {
    Path folder = Objects.requireNonNull(exchange);
    ShapeContext opened = Objects.requireNonNull(context);
    try {
      for (Argument.Buffer output : kernel.outputs()) {
        Path written = folder.resolve(output.name() + ".npy");
        Unconfined.run(
            () -> Files.deleteIfExists(written)); // An earlier baseline left the outputs.
      }
      JsonNode answer = ask(Map.of("write", true));
      if (!answer.path("written").asBoolean(false)) {
        throw process.lost("answered 'write' with %s".formatted(answer));
      }
      WrittenOutputs.place(folder, kernel, opened.shape(), opened.workspace());
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
   * Asks within the time shared by all baselines. If that time is shorter than the baseline's own
   * limit, the refusal says so.
   */
  private JsonNode openWithin(Duration patience, Map<String, Object> question) {
    if (patience.compareTo(command.limit()) >= 0) {
      return opened(question, command.limit());
    }
    if (!patience.isPositive()) {
      throw new ToolFailure(
          "The time of the finals was spent before the baseline was asked. " + MORE_TIME);
    }
    try {
      return opened(question, patience);
    } catch (ToolFailure e) {
      throw e.timedOut() ? new ToolFailure(e.reason() + " " + MORE_TIME, true) : e;
    }
  }

  private JsonNode opened(Map<String, Object> question, Duration limit) {
    grace.accept(limit);
    return process.open(question, PROTOCOL, "OpenBLAS 0.3.21", limit);
  }

  private JsonNode ask(Map<String, Object> question) {
    grace.accept(command.limit());
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
