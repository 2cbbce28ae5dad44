package dev.evokernel.cpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** What the dynamic linker says of libraries and Java does not pass on. */
final class LinkerWords {

  private static final int RTLD_NOW = 2;
  private static final long LONGEST = 4096;
  private static final int RTLD_DL_SYMENT = 1;

  /** {@code sizeof(Elf64_Sym)}, and where its {@code st_size} lies. */
  private static final long SYMBOL_BYTES = 24;

  private static final long SYMBOL_SIZE = 16;

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

  /** The bytes of the global variable at an address; empty where the linker does not tell. */
  static OptionalLong size(MemorySegment address) {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> found = linker.defaultLookup().find("dladdr1");
    if (found.isEmpty()) {
      return OptionalLong.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle describe =
          linker.downcallHandle(
              found.get(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_INT));
      MemorySegment information = arena.allocate(4 * ValueLayout.ADDRESS.byteSize(), 8);
      MemorySegment symbol = arena.allocate(ValueLayout.ADDRESS);
      int known = (int) describe.invokeExact(address, information, symbol, RTLD_DL_SYMENT);
      MemorySegment entry = symbol.get(ValueLayout.ADDRESS, 0);
      return known == 0 || entry.address() == 0
          ? OptionalLong.empty()
          : OptionalLong.of(
              entry.reinterpret(SYMBOL_BYTES).get(ValueLayout.JAVA_LONG, SYMBOL_SIZE));
    } catch (Throwable e) {
      throw new IllegalStateException("A call of dladdr1 failed in the linker.", e);
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }
}
