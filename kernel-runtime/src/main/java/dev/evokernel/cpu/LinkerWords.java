package dev.evokernel.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/** The dynamic linker's message about a library that does not load, which Java does not pass on. */
final class LinkerWords {

  private static final int RTLD_NOW = 2;
  private static final long LONGEST = 4096;

  private LinkerWords() {}

  /** Empty when the library loads after all, or the linker has no message. */
  static Optional<String> onLoading(Path library) {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle open =
          function(
              "dlopen",
              FunctionDescriptor.of(
                  ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
      MethodHandle error = function("dlerror", FunctionDescriptor.of(ValueLayout.ADDRESS));
      var handle =
          (MemorySegment) open.invokeExact(arena.allocateFrom(library.toString()), RTLD_NOW);
      var words = (MemorySegment) error.invokeExact();
      return handle.address() != 0 || words.address() == 0
          ? Optional.empty()
          : Optional.of(words.reinterpret(LONGEST).getString(0).replace(library + ": ", ""));
    } catch (Throwable e) {
      throw new IllegalStateException("A call of dlopen failed in the linker.", e);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }
}
