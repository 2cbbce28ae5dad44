package dev.evokernel.fleet.coordinator;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.workers.CompileStep;
import java.util.ArrayList;

/**
 * The compile workers of the hosts of one model. Binaries come back with the results and are kept
 * by content, so that any host's device can have them.
 */
public final class FleetCompilers implements CompileStep {

  /** A compilation whose host was lost is done on another one; it costs no more than this many. */
  private static final int HOSTS = 2;

  private final Coordinator coordinator;
  private final OfferedDevice model;
  private final ContentStore store;

  public FleetCompilers(Coordinator coordinator, OfferedDevice model, ContentStore store) {
    this.coordinator = coordinator;
    this.model = model;
    this.store = store;
  }

  @Override
  public Compilation compile(Configuration configuration) throws InterruptedException {
    var lost = new ArrayList<String>();
    while (lost.size() < HOSTS) {
      try {
        FleetResult result = coordinator.compile(model, new FleetJob.CompileThere(configuration));
        if (result instanceof FleetResult.CompiledThere(Compilation compilation)) {
          return kept(compilation);
        }
        throw new IllegalStateException("No result of a compilation: " + result);
      } catch (HostLostException e) {
        lost.add(String.valueOf(e.getMessage()));
      }
    }
    return new Compilation.Failed(
        "%d hosts were lost while this configuration was compiled, and it is not compiled again. %s"
            .formatted(HOSTS, String.join(" ", lost)),
        false);
  }

  private Compilation kept(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> new Compilation.Compiled(store.at(binary));
      case Compilation.Failed failed -> failed;
    };
  }

  /** The cache may be deleted at any time: the binary, compiled again if it is gone. */
  Binary present(Configuration configuration, Binary binary) throws InterruptedException {
    if (store.missing(ContentStore.digests(binary)).isEmpty()) {
      return binary;
    }
    return switch (compile(configuration)) {
      case Compilation.Compiled(Binary again) -> again;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "The binary of %s was deleted from %s, and does not compile again: %s"
                  .formatted(configuration, store.folder(), log));
    };
  }
}
