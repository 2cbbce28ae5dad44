package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.worker.SimulatedHost;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.simulation.SimulatedBackend;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;

/** Device of a host, which notes the begin and the end of each evaluation. */
final class ChaosDevice extends SimulatedHost {

  static final String BEGAN = "began ";
  static final String FINISHED = "finished ";

  private final Path notes;
  private final int millis;

  ChaosDevice(ChaosFolder folder, ChaosSettings settings, String host) {
    super(settings.run(folder.path()), new SimulatedBackend().devices(), Duration.ZERO);
    this.notes = folder.evaluations(host);
    this.millis = settings.millis();
  }

  @Override
  protected Evaluated evaluated(EvaluationRequest request) throws InterruptedException {
    Configuration configuration = request.configuration();
    note(BEGAN, configuration);
    Thread.sleep(millis / 2 + Math.floorMod(configuration.hashCode(), millis + 1));
    Evaluated evaluated = super.evaluated(request);
    note(FINISHED, configuration);
    return evaluated;
  }

  private void note(String what, Configuration configuration) {
    try {
      Files.writeString(
          notes,
          what + configuration.fingerprint() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new EnvironmentException("Cannot note an evaluation: " + e, e);
    }
  }
}
