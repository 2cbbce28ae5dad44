package dev.evokernel.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgingTest {

  @TempDir Path folder;

  @Test
  void of_withoutAnExtension_namesWhatIsMissing() throws IOException {
    Kernel kernel = KernelReader.read(CheckedKernel.in(folder, ""), "cpu");
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      assertThatThrownBy(() -> Judging.of(kernel))
          .isInstanceOf(EnvironmentException.class)
          .hasMessage(
              "Kernel 'checked' has a check of its own ('check_chunks'), and nothing here judges outputs."
                  + " Add the extension evo-trust to the class path.");
    } finally {
      thread.setContextClassLoader(own);
    }
  }
}
