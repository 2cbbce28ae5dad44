package dev.evokernel.fleet;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.SanitizerStep;

/**
 * Workers of a run on other hosts. Devices may join at any time.
 *
 * @param first the first device, which stands for all
 * @param devices all devices so far
 */
record FleetWorkers(
    RunSpec spec, Fleet fleet, OfferedDevice model, FleetDevice first, List<FleetDevice> devices)
    implements RunWorkers {

  private static final Duration TICK = Duration.ofSeconds(1);

  /** Most hosts that the compilation of one configuration may cost. */
  private static final int HOSTS = 2;

  /**
   * Opens the run on the hosts, and waits for the first device.
   *
   * @param model the model of every device of the run
   * @throws EnvironmentException if no host can open the run
   */
  public static FleetWorkers start(RunSpec spec, Fleet fleet, OfferedDevice model)
      throws InterruptedException {
    fleet.open(model, HostRun.Opening.of(spec));
    while (true) {
      Optional<FleetDevice> opened = fleet.take(model, TICK);
      if (opened.isPresent()) {
        var devices = new CopyOnWriteArrayList<>(List.of(opened.get()));
        return new FleetWorkers(spec, fleet, model, opened.get(), devices);
      }
      Optional<String> failure = fleet.failure(model);
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
    return first.run().workers().compilerVersion();
  }

  /**
   * Number of compile workers of the hosts so far, at least 1. Further compilations wait for an
   * idle worker.
   */
  @Override
  public int compilerCount() {
    return Math.max(1, fleet.compilers(model));
  }

  /** Compiles on the host with the most idle compile workers. */
  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    var lost = new ArrayList<String>();
    while (lost.size() < HOSTS) {
      HostRun host = fleet.takeCompiler(model);
      try {
        return host.compile(configuration);
      } catch (DeviceLostException e) {
        if (!DeviceLostException.isByHost(e)) {
          lost.add(String.valueOf(e.getMessage()));
        }
      } finally {
        fleet.giveBackCompiler(host);
      }
    }
    return new Compilation.Failed(
        "%d hosts were lost while compiling this configuration, so it is rejected. %s"
            .formatted(HOSTS, String.join(" ", lost)),
        false);
  }

  /** Present devices, always with the first, which stands for all. */
  @Override
  public List<FleetDevice> devices() {
    devices.removeIf(device -> !device.equals(first) && device.isLost());
    return List.copyOf(devices);
  }

  @Override
  public FleetDevice primary() {
    return first;
  }

  @Override
  public Optional<RunDevice> awaitDevice() throws InterruptedException {
    while (true) {
      Optional<FleetDevice> opened = fleet.take(model, TICK);
      if (opened.isPresent()) {
        devices.add(opened.get());
        return Optional.of(opened.get());
      }
    }
  }

  @Override
  public Duration patience() {
    return fleet.patience();
  }

  @Override
  public boolean alternates(boolean disturbing) {
    return false; // Each host has the two alternate on its own.
  }

  @Override
  public Optional<SanitizerStep> sanitizer() {
    return first.run().workers().sanitizer().map(step -> new RemoteSanitizer(this, step.usual()));
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
      Optional<SanitizerStep> there = on.run().workers().sanitizer();
      if (there.isEmpty()) {
        throw new EnvironmentException(
            "Host '%s' has no sanitizer for the run.".formatted(on.host()));
      }
      return on.sanitize(there.get(), configuration, within);
    }
  }

  @Override
  public void close() {
    fleet.end(model);
  }
}
