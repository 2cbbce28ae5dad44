package dev.evokernel.lab;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.Supervisor;
import dev.evokernel.worker.protocol.MiniatureJob;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import java.time.Duration;
import java.util.List;

/**
 * The process that runs one kernel's miniature on a device, replaced when a configuration kills it.
 * Calls are handled one at a time. An interrupted call kills the process, and the next call starts
 * another.
 */
final class MiniatureWorker implements AutoCloseable {

  private static final Duration OPENING = Duration.ofSeconds(60);

  private final Supervisor supervisor;
  private final Duration deadline;
  private final Reply.DeviceOpen device;

  private MiniatureWorker(Supervisor supervisor, Duration deadline, Reply.DeviceOpen device) {
    this.supervisor = supervisor;
    this.deadline = deadline;
    this.device = device;
  }

  /**
   * Starts the process, opens the device and fills the miniature's inputs.
   *
   * @throws EnvironmentException if a step fails
   */
  static MiniatureWorker start(LaunchSpec launch, MiniatureJob job) throws InterruptedException {
    String name = "micro-" + job.target().device().id().replaceAll("\\W", "-");
    var opening = new Supervisor.Opening(new Request.OpenMiniatures(job), OPENING);
    var supervisor = new Supervisor(launch, name, List.of(() -> opening));
    if (supervisor.open() instanceof Reply.DeviceOpen open) {
      return new MiniatureWorker(supervisor, job.deadline(), open);
    }
    throw Supervisor.unexpected();
  }

  DeviceIdentity identity() {
    return device.identity();
  }

  DeviceLimits limits() {
    return device.limits();
  }

  /**
   * Times one configuration. A configuration that kills the process gets a second attempt in a
   * fresh process.
   *
   * @param repetitions the number of samples, whose median is returned
   * @throws EnvironmentException if the machine is at fault, not the miniature
   */
  MiniatureOutcome attempt(Configuration configuration, Binary binary, int repetitions)
      throws InterruptedException {
    var request = new Request.TryMiniature(configuration, binary, repetitions);
    return switch (supervisor.confirmed(request, deadline, false)) {
      case Supervisor.Answer.Given(
              Reply.MiniatureTried(MiniatureOutcome outcome, boolean tainted)) -> {
        if (tainted) {
          supervisor.discard();
        }
        yield outcome;
      }
      case Supervisor.Answer.Given _ -> throw Supervisor.unexpected();
      case Supervisor.Answer.Lost lost -> new MiniatureOutcome.Refused(lost.rejection());
    };
  }

  @Override
  public void close() {
    supervisor.close();
  }

  /** Returns the id of the live process, or -1. */
  long pid() {
    return supervisor.pid();
  }
}
