package dev.evokernel.bench.chaos;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Sha256;
import dev.evokernel.bench.study.SimulatedWorkers;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.replay.ProcesslessTeam;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.EvaluationRequest;
import dev.evokernel.worker.FinalsAttempt;
import dev.evokernel.worker.FinalsProgress;
import dev.evokernel.worker.FinalsRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * The device of a host, with its compiler: takes its time for the answers of simulated workers,
 * makes binaries that are files, and notes each evaluation as it begins and when it is finished.
 *
 * @param binaries the folder of the worker
 * @param notes the file of the notes
 * @param millis of an evaluation, about
 */
record ChaosDevice(SimulatedWorkers answers, String host, Path binaries, Path notes, int millis)
    implements ProcesslessTeam {

  static final String BEGAN = "began ";
  static final String FINISHED = "finished ";

  @Override
  public DeviceIdentity identity() {
    return answers.identity();
  }

  @Override
  public SearchSpace space() {
    return answers.space();
  }

  @Override
  public String compilerVersion() {
    return answers.compilerVersion();
  }

  @Override
  public int compilerCount() {
    return answers.compilerCount();
  }

  @Override
  public Compilation compile(Configuration configuration) {
    byte[] program = SimulatedWorkers.program(configuration);
    String digest = Sha256.of(program);
    Path file =
        binaries.resolve("compiled").resolve(digest + "-" + Thread.currentThread().threadId());
    try {
      Files.createDirectories(binaries.resolve("compiled"));
      Files.write(file, program);
    } catch (IOException e) {
      throw new EnvironmentException("No binary can be written: " + e, e);
    }
    return new Compilation.Compiled(new Binary(file, digest, 1));
  }

  @Override
  public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
    Configuration configuration = request.configuration();
    note(BEGAN, configuration);
    Thread.sleep(millis / 2 + Math.floorMod(configuration.hashCode(), millis + 1));
    Evaluated evaluated = answers.evaluate(request);
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
      throw new EnvironmentException("No evaluation can be noted: " + e, e);
    }
  }

  @Override
  public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress) {
    return answers.finals(request, progress);
  }
}
