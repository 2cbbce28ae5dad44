package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.workers.CompileStep;

/**
 * Compile workers of the hosts of one model. A host runs only what it compiled itself: binaries
 * stay where they were compiled, and a device of another host compiles the configuration again.
 * Thread-safe.
 */
public final class FleetCompilers implements CompileStep {

  /** Most hosts that the compilation of one configuration may cost. */
  private static final int HOSTS = 2;

  private final Coordinator coordinator;
  private final OfferedDevice model;
  private final Map<RemoteHost, Map<Configuration, Compilation>> made = new ConcurrentHashMap<>();

  public FleetCompilers(Coordinator coordinator, OfferedDevice model) {
    this.coordinator = coordinator;
    this.model = model;
  }

  /** Compiles on the host with the most idle compile workers. */
  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    var lost = new ArrayList<String>();
    while (lost.size() < HOSTS) {
      RemoteDevice device = coordinator.hosts().takeCompiler(model, coordinator.patience());
      try {
        return compile(device, configuration);
      } catch (HostLostException e) {
        lost.add(String.valueOf(e.getMessage()));
      } finally {
        coordinator.hosts().giveBackCompiler(device);
      }
    }
    return new Compilation.Failed(
        "%d hosts were lost while compiling this configuration, so it is rejected. %s"
            .formatted(HOSTS, String.join(" ", lost)),
        false);
  }

  /** Returns the compilation of a device's host, made now if the host has none. */
  Compilation compile(RemoteDevice device, Configuration configuration)
      throws HostLostException, InterruptedException {
    Map<Configuration, Compilation> here =
        made.computeIfAbsent(device.host(), _ -> new ConcurrentHashMap<>());
    Compilation known = here.get(configuration);
    if (known != null) {
      return known;
    }
    var job = new FleetJob.CompileThere(configuration);
    if (coordinator.call(device, job, _ -> {}, new ArrayList<>())
        instanceof FleetResult.CompiledThere(Compilation compilation)) {
      here.put(configuration, compilation);
      return compilation;
    }
    throw new IllegalStateException("No result of a compilation.");
  }

  boolean has(RemoteHost host, Configuration configuration) {
    return made.getOrDefault(host, Map.of()).containsKey(configuration);
  }
}
