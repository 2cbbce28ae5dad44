package dev.evokernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.binary.ToolDigest;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.SharedLibrary;

/**
 * Translator with NVRTC, any version of NVIDIA's compiler as a library in this process, which hangs
 * with a hanging compilation. Compilations do not run in parallel, because the library is hardly
 * faster on several threads of one process.
 */
public record NvrtcTranslator(SharedLibrary library, Path file) implements Translator {

  private static final int SUCCESS = 0;
  private static final int OUT_OF_MEMORY = 1;
  private static final int PROGRAM_CREATION_FAILURE = 2;

  /**
   * Loads the library. It opens a second library, with its built-in functions, by name alone. The
   * dynamic linker finds that library because it is opened first, from the same folder.
   */
  public static NvrtcTranslator at(Path file) {
    try {
      builtins(file).forEach(library -> SharedLibrary.open(library.toString()));
    } catch (IOException e) {
      throw new EnvironmentException("The folder " + file.getParent() + " cannot be read.", e);
    }
    return SharedLibrary.open(file.toString())
        .map(library -> new NvrtcTranslator(library, file))
        .orElseThrow(() -> new EnvironmentException(file + " cannot be opened; it may be broken."));
  }

  private static List<Path> builtins(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.getParent());
    var found = new ArrayList<Path>();
    try (var builtins = Files.newDirectoryStream(folder, "libnvrtc-builtins.so.*")) {
      builtins.forEach(found::add);
    }
    return found;
  }

  @Override
  public String version() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment major = arena.allocate(JAVA_INT);
      MemorySegment minor = arena.allocate(JAVA_INT);
      check(library.call("nvrtcVersion", major, minor));
      return "NVRTC " + major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
    }
  }

  @Override
  public Collection<Path> programs(ToolDigest digest) throws IOException {
    var libraries = new TreeSet<>(Set.of(file.toRealPath()));
    for (Path library : builtins(file)) {
      libraries.add(library.toRealPath());
    }
    return libraries;
  }

  /**
   * Compiles one translation unit. If the unit includes a missing header of the C library, it is
   * compiled once more with {@link HostHeaders}.
   */
  @Override
  public synchronized Translation translate(
      String unit, List<String> options, List<String> nameExpressions, Path cubin)
      throws IOException {
    Translation plain = translate(unit, Map.of(), options, nameExpressions, cubin);
    Translation last =
        plain instanceof Translation.Failed(String log) && HostHeaders.isMissing(log)
            ? translate(unit, HostHeaders.ALL, options, nameExpressions, cubin)
            : plain;
    return last instanceof Translation.Failed(String log)
        ? new Translation.Failed(HostHeaders.advice(log) + log)
        : last;
  }

  private Translation translate(
      String unit,
      Map<String, String> headers,
      List<String> options,
      List<String> nameExpressions,
      Path cubin)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ADDRESS);
      check(
          library.call(
              "nvrtcCreateProgram",
              handle,
              arena.allocateFrom(unit),
              arena.allocateFrom("evo.cu"),
              headers.size(),
              strings(headers.values(), arena),
              strings(headers.keySet(), arena)));
      MemorySegment program = handle.get(ADDRESS, 0);
      try {
        return translate(program, options, nameExpressions, cubin, arena);
      } finally {
        check(library.call("nvrtcDestroyProgram", handle));
      }
    }
  }

  private Translation translate(
      MemorySegment program,
      List<String> options,
      List<String> nameExpressions,
      Path cubin,
      Arena arena)
      throws IOException {
    for (String name : nameExpressions) {
      check(library.call("nvrtcAddNameExpression", program, arena.allocateFrom(name)));
    }
    int status =
        library.call("nvrtcCompileProgram", program, options.size(), strings(options, arena));
    if (status == SUCCESS) {
      Files.write(cubin, bytes("nvrtcGetCUBIN", program, arena));
      return new Translation.Done();
    }
    if (status == OUT_OF_MEMORY || status == PROGRAM_CREATION_FAILURE) {
      throw broken(status);
    }
    String log =
        new String(bytes("nvrtcGetProgramLog", program, arena), StandardCharsets.UTF_8)
            .replace("\0", "")
            .strip();
    return new Translation.Failed(log.isEmpty() ? "NVRTC fails with status " + status : log);
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
  private byte[] bytes(String function, MemorySegment program, Arena arena) {
    MemorySegment size = arena.allocate(JAVA_LONG);
    check(library.call(function + "Size", program, size));
    MemorySegment content = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
    check(library.call(function, program, content));
    return content.asSlice(0, size.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
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
