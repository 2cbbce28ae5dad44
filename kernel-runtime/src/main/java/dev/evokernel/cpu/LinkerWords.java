package dev.evokernel.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.cpu.containment.Libc;

/** Messages and symbol sizes of the dynamic linker, which Java does not pass on. */
final class LinkerWords {

  private static final int RTLD_NOW = 2;
  private static final long LONGEST = 4096;
  private static final int RTLD_DL_SYMENT = 1;

  /** Size of {@code Elf64_Sym}, and offset of its {@code st_size}. */
  private static final long SYMBOL_BYTES = 24;

  private static final long SYMBOL_SIZE = 16;

  private LinkerWords() {}

  /**
   * Message on loading a library; empty when the library loads now, or the linker has no message.
   */
  static Optional<String> onLoading(Path library) {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle open = Libc.bind("dlopen", ADDRESS, ADDRESS, JAVA_INT);
      MethodHandle error = Libc.bind("dlerror", ADDRESS);
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

  /**
   * Size in bytes of the global variable at an address; empty where the linker does not report it.
   */
  static OptionalLong size(MemorySegment address) {
    if (Linker.nativeLinker().defaultLookup().find("dladdr1").isEmpty()) {
      return OptionalLong.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle describe = Libc.bind("dladdr1", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT);
      MemorySegment information = arena.allocate(4 * ADDRESS.byteSize(), 8);
      MemorySegment symbol = arena.allocate(ADDRESS);
      int known = (int) describe.invokeExact(address, information, symbol, RTLD_DL_SYMENT);
      MemorySegment entry = symbol.get(ADDRESS, 0);
      return known == 0 || entry.address() == 0
          ? OptionalLong.empty()
          : OptionalLong.of(entry.reinterpret(SYMBOL_BYTES).get(JAVA_LONG, SYMBOL_SIZE));
    } catch (Throwable e) {
      throw new IllegalStateException("A call of dladdr1 failed in the linker.", e);
    }
  }
}
