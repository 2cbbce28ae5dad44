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
 * Compile workers of the hosts of one model. Binaries return with the results and are stored by
 * content, so that the device of any host can use them.
 */
public record FleetCompilers(Coordinator coordinator, OfferedDevice model, ContentStore store)
    implements CompileStep {

  /** Most hosts that the compilation of one configuration may cost. */
  private static final int HOSTS = 2;

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
        "%d hosts were lost while compiling this configuration, so it is rejected. %s"
            .formatted(HOSTS, String.join(" ", lost)),
        false);
  }

  private Compilation kept(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> new Compilation.Compiled(store.at(binary));
      case Compilation.Failed failed -> failed;
    };
  }

  /** Returns the binary, compiled again if its file was deleted from the cache. */
  Binary present(Configuration configuration, Binary binary) throws InterruptedException {
    if (store.missing(ContentStore.digests(binary)).isEmpty()) {
      return binary;
    }
    return switch (compile(configuration)) {
      case Compilation.Compiled(Binary again) -> again;
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "The binary of %s was deleted from %s, and compiling it again failed: %s"
                  .formatted(configuration, store.folder(), log));
    };
  }
}
