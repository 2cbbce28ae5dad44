package dev.evokernel.containment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.file.ToolRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Assumptions;

/**
 * C of this package's tests, compiled.
 *
 * @param file the shared library
 */
public record NativeLibrary(Path file) {

  /** Skips the test where there is no compiler. */
  public static NativeLibrary compile(String name, Path folder) throws IOException {
    Path library = folder.resolve(name + ".so");
    String source =
        Path.of(
                Objects.requireNonNull(
                        NativeLibrary.class.getResource("/containment/" + name + ".c"))
                    .getPath())
            .toString();
    ToolRun built;
    try {
      built =
          ToolRun.of(
              List.of(
                  "cc", "-O1", "-shared", "-fPIC", "-fopenmp", "-o", library.toString(), source),
              Duration.ofSeconds(60));
    } catch (IOException e) {
      Assumptions.abort("no C compiler on this machine: " + e.getMessage());
      throw e;
    }
    assertThat(built.succeeded()).as(built.output()).isTrue();
    return new NativeLibrary(library);
  }

  public MethodHandle function(String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(
            SymbolLookup.libraryLookup(file, Arena.global()).findOrThrow(name), descriptor);
  }

  /** What is done to a thread ends with it. */
  public static <T> T onAThread(Callable<T> work) throws Exception {
    var task = new FutureTask<>(work);
    Thread.ofPlatform().start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AssertionError error) {
        throw error;
      }
      throw e;
    }
  }
}
