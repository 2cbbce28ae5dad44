package dev.evokernel.sanitizers;

import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.backend.tool.SanitizerTool;
import java.nio.file.Path;
import java.util.List;

/** NVIDIA's compute-sanitizer for the backend {@code cuda}. */
public final class ComputeSanitizerTool implements SanitizerTool {

  @Override
  public String backend() {
    return "cuda";
  }

  @Override
  public Sanitizer using(List<String> command) {
    return new ComputeSanitizer(Path.of(command.getFirst()));
  }
}
