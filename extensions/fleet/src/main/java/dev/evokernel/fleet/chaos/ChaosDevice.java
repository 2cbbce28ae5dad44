package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.replay.simulated.SimulatedWorkers;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Device of a host, with its compiler. An evaluation takes time, a binary is a file, and the begin
 * and the end of each evaluation are noted.
 */
final class ChaosDevice extends SimulatedWorkers {

  static final String BEGAN = "began ";
  static final String FINISHED = "finished ";

  private final String host;
  private final Path binaries;
  private final Path notes;
  private final int millis;

  ChaosDevice(ChaosFolder folder, ChaosSettings settings, String host) {
    super(settings.run(folder.path()));
    this.host = host;
    this.binaries = folder.worker(host).resolve("compiled");
    this.notes = folder.evaluations(host);
    this.millis = settings.millis();
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public Compilation compile(Configuration configuration) {
    byte[] program = program(configuration);
    String digest = Sha256.of(program);
    Path file = binaries.resolve(digest + "-" + Thread.currentThread().threadId());
    try {
      Files.createDirectories(binaries);
      Files.write(file, program);
    } catch (IOException e) {
      throw new EnvironmentException("Cannot write a binary: " + e, e);
    }
    return new Compilation.Compiled(new Binary(file, digest, 1));
  }

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    Configuration configuration = request.configuration();
    note(BEGAN, configuration);
    Thread.sleep(millis / 2 + Math.floorMod(configuration.hashCode(), millis + 1));
    Evaluated evaluated = super.evaluate(request);
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
