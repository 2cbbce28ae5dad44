package dev.evokernel.cuda.compile;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cuda.driver.SharedLibrary;

/**
 * NVIDIA's compiler as a library, in any version. Compilations do not run in parallel, because the
 * library is hardly faster on several threads of one process.
 */
record Nvrtc(SharedLibrary library) {

  sealed interface Result {
    record Compiled(ByteBuffer cubin, String log) implements Result {}

    record Failed(String log) implements Result {}
  }

  private static final int SUCCESS = 0;
  private static final int OUT_OF_MEMORY = 1;
  private static final int PROGRAM_CREATION_FAILURE = 2;

  /**
   * Loads the library. It opens a second library, with its built-in functions, by name alone. The
   * dynamic linker finds that library because it is opened first, from the same folder.
   */
  static Nvrtc open(Path file) {
    openBuiltins(Objects.requireNonNull(file.getParent()));
    return SharedLibrary.open(file.toString())
        .map(Nvrtc::new)
        .orElseThrow(() -> new EnvironmentException(file + " cannot be opened; it may be broken."));
  }

  private static void openBuiltins(Path folder) {
    try (var builtins = Files.newDirectoryStream(folder, "libnvrtc-builtins.so.*")) {
      builtins.forEach(file -> SharedLibrary.open(file.toString()));
    } catch (IOException e) {
      throw new EnvironmentException("The folder " + folder + " cannot be read.", e);
    }
  }

  /** Version such as {@code 13.0}. */
  String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment major = arena.allocate(JAVA_INT);
      MemorySegment minor = arena.allocate(JAVA_INT);
      check(library.call("nvrtcVersion", major, minor));
      return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
    }
  }

  /**
   * Compiles one translation unit. If the unit includes a missing header of the C library, it is
   * compiled once more with {@link HostHeaders}.
   *
   * @param name of the unit in the log
   * @param nameExpressions functions to instantiate, for example {@code gemm<4>}
   */
  synchronized Result compile(
      String source, String name, List<String> options, List<String> nameExpressions) {
    Result result = compile(source, name, Map.of(), options, nameExpressions);
    return result instanceof Result.Failed(String log) && HostHeaders.isMissing(log)
        ? compile(source, name, HostHeaders.ALL, options, nameExpressions)
        : result;
  }

  private Result compile(
      String source,
      String name,
      Map<String, String> headers,
      List<String> options,
      List<String> nameExpressions) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ADDRESS);
      check(
          library.call(
              "nvrtcCreateProgram",
              handle,
              arena.allocateFrom(source),
              arena.allocateFrom(name),
              headers.size(),
              strings(headers.values(), arena),
              strings(headers.keySet(), arena)));
      MemorySegment program = handle.get(ADDRESS, 0);
      try {
        return compile(program, options, nameExpressions, arena);
      } finally {
        check(library.call("nvrtcDestroyProgram", handle));
      }
    }
  }

  private Result compile(
      MemorySegment program, List<String> options, List<String> nameExpressions, Arena arena) {
    for (String name : nameExpressions) {
      check(library.call("nvrtcAddNameExpression", program, arena.allocateFrom(name)));
    }
    int status =
        library.call("nvrtcCompileProgram", program, options.size(), strings(options, arena));
    String log =
        StandardCharsets.UTF_8
            .decode(bytes("nvrtcGetProgramLog", program, arena))
            .toString()
            .replace("\0", "")
            .strip();
    if (status == OUT_OF_MEMORY || status == PROGRAM_CREATION_FAILURE) {
      throw broken(status);
    }
    return status == SUCCESS
        ? new Result.Compiled(bytes("nvrtcGetCUBIN", program, arena), log)
        : new Result.Failed(log.isEmpty() ? "NVRTC fails with status " + status : log);
  }

  private static MemorySegment strings(Collection<String> texts, Arena arena) {
    if (texts.isEmpty()) {
      return MemorySegment.NULL;
    }
    MemorySegment array = arena.allocate(ADDRESS, texts.size());
    int i = 0;
    for (String text : texts) {
      array.setAtIndex(ADDRESS, i++, arena.allocateFrom(text));
    }
    return array;
  }

  /** Result of two functions, {@code NAMESize} and {@code NAME}. */
  private ByteBuffer bytes(String function, MemorySegment program, Arena arena) {
    MemorySegment size = arena.allocate(JAVA_LONG);
    check(library.call(function + "Size", program, size));
    MemorySegment content = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
    check(library.call(function, program, content));
    return ByteBuffer.wrap(content.asSlice(0, size.get(JAVA_LONG, 0)).toArray(JAVA_BYTE));
  }

  private void check(int status) {
    if (status != SUCCESS) {
      throw broken(status);
    }
  }

  private EnvironmentException broken(int status) {
    return new EnvironmentException(
        "NVRTC at %s fails with status %d. Maybe its version does not fit its libnvrtc-builtins."
            .formatted(library.name(), status));
  }
}
