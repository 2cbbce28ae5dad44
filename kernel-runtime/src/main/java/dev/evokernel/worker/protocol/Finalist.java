package dev.evokernel.worker.protocol;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A configuration in the finals, with its binary.
 *
 * @param kernelFile the absolute path of its {@code kernel.yaml}; empty for the job's own
 */
public record Finalist(Configuration configuration, Binary binary, Optional<Path> kernelFile) {

  public Finalist(Configuration configuration, Binary binary) {
    this(configuration, binary, Optional.empty());
  }
}
