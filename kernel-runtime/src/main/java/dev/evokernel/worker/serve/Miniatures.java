package dev.evokernel.worker.serve;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import java.util.HashMap;
import java.util.Map;

/** An opened device with the buffers of a kernel's miniatures, one for each variant tried. */
record Miniatures(
    Device device,
    Kernel kernel,
    Map<String, MiniatureBench> benches,
    EvaluationEngine.StageListener listener) {

  static Miniatures of(Device device, Kernel kernel, EvaluationEngine.StageListener listener) {
    var miniatures = new Miniatures(device, kernel, new HashMap<>(), listener);
    Configuration theDefault = kernel.defaultConfiguration();
    if (kernel.of(theDefault).miniature().isPresent()) {
      miniatures.bench(theDefault);
    }
    return miniatures;
  }

  private MiniatureBench bench(Configuration configuration) {
    return benches.computeIfAbsent(
        configuration.variant().orElse(""),
        _ -> device.miniature(kernel.of(configuration).inSmall()));
  }

  Reply attempt(Request.TryMiniature tried) {
    listener.entered("loading", "", 0);
    Kernel small = kernel.of(tried.configuration()).inSmall();
    MiniatureBench bench = bench(tried.configuration());
    MiniatureOutcome outcome =
        EvaluationEngine.loaded(
            () -> device.load(small, tried.configuration(), tried.binary()),
            program -> outcome(program, bench, tried.repetitions()),
            MiniatureOutcome.Refused::new);
    return new Reply.MiniatureTried(outcome, !device.usable());
  }

  private MiniatureOutcome outcome(Program program, MiniatureBench bench, int repetitions) {
    listener.entered("run the miniature", "", 0);
    try {
      return new MiniatureOutcome.Timed(bench.time(program, repetitions));
    } catch (RejectionException e) {
      return new MiniatureOutcome.Refused(e.on(""));
    }
  }
}
