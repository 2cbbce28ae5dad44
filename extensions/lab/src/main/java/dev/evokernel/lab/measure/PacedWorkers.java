package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.replay.simulated.SimulatedPace;
import dev.evokernel.replay.simulated.SimulatedWorkers;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;

/** Several devices with the answers of {@link SimulatedWorkers} and the latency of real devices. */
final class PacedWorkers implements RunWorkers {

  private static final int COMPILERS_OF_DEVICE = 4;

  private final SimulatedWorkers answers;
  private final int shapes;
  private final SimulatedPace pace;
  private final Spans spans;
  private final List<Paced> devices;

  private PacedWorkers(RunSpec spec, SimulatedWorkers answers, SimulatedPace pace, Spans spans) {
    this.answers = answers;
    this.shapes = spec.shapes().size();
    this.pace = pace;
    this.spans = spans;
    this.devices = spec.devices().stream().map(Paced::new).toList();
  }

  static PacedWorkers start(RunSpec spec, SimulatedWorkers answers, SimulatedPace pace, Spans spans)
      throws InterruptedException {
    Thread.sleep(pace.opening());
    return new PacedWorkers(spec, answers, pace, spans);
  }

  @Override
  public List<Paced> devices() {
    return devices;
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
    return COMPILERS_OF_DEVICE * devices.size();
  }

  @Override
  public Compilation compile(Configuration configuration) {
    return answers.compile(configuration);
  }

  @Override
  public Optional<SanitizerStep> sanitizer() {
    return Optional.of(
        new SanitizerStep() {
          @Override
          public Duration usual() {
            return pace.sanitizing();
          }

          @Override
          public Optional<Rejected> examine(
              Configuration configuration, Binary binary, Duration within)
              throws InterruptedException {
            spans.take(Spans.Part.SANITIZING, pace.sanitizing());
            return Optional.empty();
          }
        });
  }

  @Override
  public void close() {
    // No processes.
  }

  final class Paced implements RunDevice {

    private final DeviceIdentity identity;

    private Paced(DeviceIdentity identity) {
      this.identity = identity;
    }

    @Override
    public DeviceIdentity identity() {
      return identity;
    }

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public DeviceLimits limits() {
      return answers.limits();
    }

    @Override
    public Duration opening() {
      return pace.opening();
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) throws InterruptedException {
      Thread.sleep(pace.evaluation());
      return answers.evaluate(request);
    }

    @Override
    public Optional<Rejected> examine(Configuration configuration, Binary binary)
        throws InterruptedException {
      spans.take(Spans.Part.EXAMINING, pace.examination());
      return Optional.empty();
    }

    @Override
    public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress)
        throws InterruptedException {
      spans.take(
          Spans.Part.PROCESSES,
          pace.finals(
              request.settings(),
              request.finalists().size(),
              shapes,
              request.settings().time().within()));
      return answers.finals(request, progress);
    }
  }
}
