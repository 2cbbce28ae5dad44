package dev.evokernel.cuda.compile;

import module java.base;

import dev.evokernel.backend.binary.ToolDigest;

/**
 * Translator with NVRTC in this process, which hangs with a hanging compilation.
 *
 * @param file the library
 */
public record NvrtcTranslator(Nvrtc nvrtc, Path file) implements Translator {

  public static NvrtcTranslator at(Path file) {
    return new NvrtcTranslator(Nvrtc.open(file), file);
  }

  @Override
  public String version() {
    return "NVRTC " + nvrtc.version();
  }

  /** Files of the library and of its built-in functions beside it. */
  @Override
  public Collection<Path> programs(ToolDigest digest) throws IOException {
    var libraries = new TreeSet<Path>();
    libraries.add(file.toRealPath());
    try (var builtins =
        Files.newDirectoryStream(
            Objects.requireNonNull(file.getParent()), "libnvrtc-builtins.so.*")) {
      for (Path library : builtins) {
        libraries.add(library.toRealPath());
      }
    }
    return libraries;
  }

  @Override
  public Translation translate(
      String unit, List<String> options, List<String> nameExpressions, Path cubin)
      throws IOException {
    return switch (nvrtc.compile(unit, "evo.cu", options, nameExpressions)) {
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
