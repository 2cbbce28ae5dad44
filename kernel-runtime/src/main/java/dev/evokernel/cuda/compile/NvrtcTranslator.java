package dev.evokernel.cuda.compile;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.ToolDigest;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/**
 * NVRTC, in this process: a hanging compilation hangs the process.
 *
 * @param file the library
 */
public record NvrtcTranslator(Nvrtc nvrtc, Path file) implements Translator {

  /**
   * @throws EnvironmentException if it does not open
   */
  public static NvrtcTranslator at(Path file) {
    return new NvrtcTranslator(Nvrtc.open(file), file);
  }

  @Override
  public String version() {
    return "NVRTC " + nvrtc.version();
  }

  /** The library and its built-in functions, which lie beside it. */
  @Override
  public Collection<Path> programs(ToolDigest digest) throws IOException {
    var libraries = new TreeSet<Path>();
    libraries.add(file.toRealPath());
    try (var builtins =
        Files.newDirectoryStream(
            Objects.requireNonNull(file.getParent()), "libnvrtc-builtins.so.*")) {
      for (Path each : builtins) {
        libraries.add(each.toRealPath());
      }
    }
    return libraries;
  }

  @Override
  public Translation translate(String unit, List<String> options, String nameExpression, Path cubin)
      throws IOException {
    return switch (nvrtc.compile(unit, "evo.cu", options, nameExpression)) {
      case Nvrtc.Result.Compiled compiled -> {
        try (var channel = Channels.newChannel(Files.newOutputStream(cubin))) {
          channel.write(compiled.cubin());
        }
        yield new Translation.Done();
      }
      case Nvrtc.Result.Failed(String log) -> new Translation.Failed(HostHeaders.advice(log) + log);
    };
  }
}
