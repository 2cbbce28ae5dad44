package dev.evokernel.kernel.read;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.nio.file.Path;
import java.util.Map;

/** A compiler's view of a kernel's sources, with the macros of a configuration and a shape. */
public interface CompilerView {

  /** Preprocessed text by source file; empty where the compiler does not preprocess apart. */
  Map<Path, String> preprocessed(Kernel kernel, Configuration configuration, Shape shape);

  /** Equal for configurations that the compiler cannot tell apart. */
  String digest(Kernel kernel, Configuration configuration);
}
