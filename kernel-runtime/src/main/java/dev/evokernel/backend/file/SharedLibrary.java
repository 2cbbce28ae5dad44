package dev.evokernel.backend.file;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * Shared C library whose functions take {@code int}, {@code long} and pointer arguments. Functions
 * are linked at their first call. The library stays loaded until the process ends.
 */
public final class SharedLibrary {

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodType SPREAD = MethodType.methodType(Object.class, Object[].class);

  private final String name;
  private final SymbolLookup symbols;
  private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

  private SharedLibrary(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  /**
   * @param name a file's absolute path, or a name that the dynamic linker resolves
   */
  public static Optional<SharedLibrary> open(String name) {
    try {
      return Optional.of(new SharedLibrary(name, SymbolLookup.libraryLookup(name, Arena.global())));
    } catch (IllegalArgumentException absent) {
      return Optional.empty();
    }
  }

  /** Names of a library of the driver: the linker's, and the usual files where it finds none. */
  public static List<String> placesOf(String name) {
    return Stream.of(
            "",
            "/usr/local/nvidia/lib64/",
            "/usr/lib/x86_64-linux-gnu/",
            "/usr/lib64/",
            "/usr/lib/wsl/lib/")
        .map(folder -> folder + name)
        .toList();
  }

  public static Optional<SharedLibrary> firstOf(List<String> names) {
    return names.stream().flatMap(name -> open(name).stream()).findFirst();
  }

  public String name() {
    return name;
  }

  public boolean has(String function) {
    return symbols.find(function).isPresent();
  }

  /**
   * Calls a function that returns an {@code int}. Every call of one function must pass the same
   * types.
   *
   * @throws IllegalStateException if the library does not have the function
   */
  public int call(String function, Object... arguments) {
    return (int) invoke(function, JAVA_INT, arguments);
  }

  /** Calls a function that returns a pointer, as {@link #call} does. */
  public MemorySegment pointer(String function, Object... arguments) {
    return (MemorySegment) invoke(function, ADDRESS, arguments);
  }

  private Object invoke(String function, MemoryLayout result, Object[] arguments) {
    MethodHandle handle = handles.computeIfAbsent(function, key -> link(key, result, arguments));
    try {
      return handle.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("A call of " + function + " in " + name + " failed.", e);
    }
  }

  private MethodHandle link(String function, MemoryLayout result, Object[] arguments) {
    MemorySegment address =
        symbols
            .find(function)
            .orElseThrow(() -> new IllegalStateException(name + " has no function " + function));
    MemoryLayout[] layouts =
        Arrays.stream(arguments).map(SharedLibrary::layout).toArray(MemoryLayout[]::new);
    return LINKER
        .downcallHandle(address, FunctionDescriptor.of(result, layouts))
        .asSpreader(Object[].class, arguments.length)
        .asType(SPREAD);
  }

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case Integer _ -> JAVA_INT;
      case Long _ -> JAVA_LONG;
      case MemorySegment _ -> ADDRESS;
      default -> throw new IllegalArgumentException("No C type for " + argument.getClass());
    };
  }
}
