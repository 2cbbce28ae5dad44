package dev.evokernel.schedule;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Requirement;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** A tiny kernel with 44 valid configurations, four of which misbehave in four ways. */
public final class Saxpy {

  public static final int VALID = 44;

  private Saxpy() {}

  public static Path folder() {
    try {
      var file = Saxpy.class.getResource("/kernels/saxpy/kernel.yaml");
      return Objects.requireNonNull(Path.of(Objects.requireNonNull(file).toURI()).getParent());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Kernel read() {
    return KernelReader.read(folder(), "cpu");
  }

  /** A copy for tests that change it. */
  public static Path copyTo(Path target) throws IOException {
    Files.createDirectories(target);
    for (String name : new String[] {"kernel.yaml", "saxpy.c", "reference.c"}) {
      Files.copy(folder().resolve(name), target.resolve(name));
    }
    return target;
  }

  /** The incumbent with another block: right, whichever it is. */
  public static Configuration block(long block) {
    return read().incumbent().with("BLOCK", Value.of(block));
  }

  /** Skips a test, visibly, on a machine where nothing can be compiled. */
  public static void assumeCompiler() {
    Assumptions.assumeTrue(
        Backend.named("cpu").requirements().stream()
            .filter(Requirement::needed)
            .allMatch(Requirement::present),
        "no C compiler on this machine");
  }
}
