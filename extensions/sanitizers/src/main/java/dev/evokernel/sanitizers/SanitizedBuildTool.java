package dev.evokernel.sanitizers;

import dev.evokernel.backend.binary.InstalledCompiler;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.tool.Sanitizer;
import dev.evokernel.backend.tool.SanitizerTool;
import java.util.List;
import java.util.Map;

/** The C compiler's sanitizers for the backend {@code cpu}. */
public final class SanitizedBuildTool implements SanitizerTool {

  @Override
  public String backend() {
    return "cpu";
  }

  @Override
  public Sanitizer using(List<String> command) {
    return InstalledCompiler.find(Map.of("CC", String.join(" ", command)))
        .map(SanitizedBuild::new)
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "The C compiler '%s' no longer runs.".formatted(String.join(" ", command))));
  }
}
