package dev.evokernel.cuda;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** NVRTC, in this process: a hanging compilation hangs the process. */
record NvrtcTranslator(Nvrtc nvrtc) implements Translator {

  @Override
  public String version() {
    return "NVRTC " + nvrtc.version();
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
      case Nvrtc.Result.Failed(String log) -> new Translation.Failed(log, false, false);
    };
  }
}
