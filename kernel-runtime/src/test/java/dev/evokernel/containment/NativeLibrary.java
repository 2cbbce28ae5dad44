package dev.evokernel.containment;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.file.ToolRun;
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
