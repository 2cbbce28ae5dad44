package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;

/**
 * Workers of a run on other hosts. Devices may join at any time.
 *
 * @param first the first device, which stands for all
 * @param devices all devices so far
 */
public record FleetWorkers(
    RunSpec spec,
    Coordinator coordinator,
    OfferedDevice model,
    FleetCompilers compilers,
    FleetDevice first,
    List<FleetDevice> devices)
    implements RunWorkers {

  private static final Duration TICK = Duration.ofSeconds(1);

  /**
   * Sends the run's problem to the workers, and waits for the first device that has opened it.
   *
   * @param model the model of every device of the run
   * @throws EnvironmentException if no worker can open the problem
   */
  public static FleetWorkers start(RunSpec spec, Coordinator coordinator, OfferedDevice model)
      throws InterruptedException {
    SharedProblem problem = SharedProblem.of(spec);
    Map<String, Path> files = new HashMap<>();
    problem
        .kernel()
        .files()
        .forEach(file -> files.put(file.digest(), SharedProblem.file(spec, file)));
    Duration opening = JobLimits.ofOpening(problem, spec.kernel());
    coordinator.hosts().open(new OpenRun(problem, model, files, opening));
    var compilers = new FleetCompilers(coordinator, model);
    while (true) {
      Optional<RemoteDevice> opened = coordinator.hosts().take(model, TICK);
      if (opened.isPresent()) {
        var first = new FleetDevice(spec, opened.get(), coordinator, compilers);
        var devices = new CopyOnWriteArrayList<>(List.of(first));
        return new FleetWorkers(spec, coordinator, model, compilers, first, devices);
      }
      Optional<String> failure = coordinator.hosts().failure(model);
      if (failure.isPresent()) {
        throw new EnvironmentException(failure.get());
      }
    }
  }

  @Override
  public SearchSpace space() {
    return SearchSpace.of(spec.kernel(), spec.shapes(), first.limits());
  }

  @Override
  public String compilerVersion() {
    return first.compilerVersion();
  }

  /**
   * Number of compile workers of the hosts so far, at least 1. Further compilations wait for an
   * idle worker.
   */
  @Override
  public int compilerCount() {
    return Math.max(1, coordinator.hosts().compilers(model));
  }

  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    return compilers.compile(configuration);
  }

  /** Present devices, always with the first, which stands for all. */
  @Override
  public List<FleetDevice> devices() {
    devices.removeIf(device -> device != first && device.isLost());
    return List.copyOf(devices);
  }

  @Override
  public FleetDevice primary() {
    return first;
  }

  @Override
  public Optional<RunDevice> awaitDevice() throws InterruptedException {
    while (true) {
      Optional<RemoteDevice> opened = coordinator.hosts().take(model, TICK);
      if (opened.isPresent()) {
        var device = new FleetDevice(spec, opened.get(), coordinator, compilers);
        devices.add(device);
        return Optional.of(device);
      }
    }
  }

  @Override
  public Duration patience() {
    return coordinator.patience();
  }

  @Override
  public boolean alternates(boolean disturbing) {
    return false; // Each worker has the two alternate on its own host.
  }

  @Override
  public Optional<SanitizerStep> sanitizer() {
    return first.sanitizerTime().map(usual -> new RemoteSanitizer(this, usual));
  }

  private record RemoteSanitizer(FleetWorkers workers, Duration usual) implements SanitizerStep {
    @Override
    public Optional<Rejected> examine(Configuration configuration, Binary binary, Duration within)
        throws InterruptedException {
      FleetDevice on =
          workers.devices().stream()
              .filter(device -> !device.isLost())
              .findFirst()
              .orElse(workers.first);
      return on.sanitize(configuration, within);
    }
  }

  @Override
  public void recorded(BiPredicate<Configuration, List<String>> record) {
    coordinator.recorded(spec.id(), record);
  }

  @Override
  public void close() {
    coordinator.hosts().end(model);
  }
}
