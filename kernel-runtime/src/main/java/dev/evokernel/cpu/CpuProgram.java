package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Isolation;
import dev.evokernel.backend.Isolation.Isolated;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Member;
import dev.evokernel.kernel.source.Launch;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Rejection;

/**
 * Shared library with its entry points, in this process or in one of its own; closing unloads the
 * library.
 *
 * @param kernel determines the values of the entry points' arguments
 * @param entries one for each launch; takes its arguments in order and returns nothing
 * @param process that has the library; empty for this one
 */
record CpuProgram(
    Kernel kernel,
    Configuration configuration,
    List<MethodHandle> entries,
    GlobalSymbols symbols,
    Arena library,
    Optional<Isolated> process)
    implements Program {

  private static final Pattern NO_MEMORY =
      Pattern.compile("cannot map zero-fill pages|failed to map segment");

  static CpuProgram load(Kernel kernel, Configuration configuration, Binary binary) {
    List<String> named = entries(kernel.source().with(configuration).entries(), binary);
    Optional<Isolation> isolation = Isolation.ofThisProcess();
    if (isolation.isPresent()) {
      return isolated(isolation.get(), kernel, named, configuration, binary);
    }
    Arena library = Arena.ofConfined();
    try {
      SymbolLookup lookup = SymbolLookup.libraryLookup(binary.file(), library);
      var entries = new ArrayList<MethodHandle>();
      for (Launch launch : kernel.entryPoint().launches()) {
        entries.add(
            Linker.nativeLinker()
                .downcallHandle(
                    address(lookup, named.get(entries.size()), kernel), signature(kernel, launch)));
      }
      return new CpuProgram(
          kernel,
          configuration,
          entries,
          GlobalSymbols.of(kernel, lookup),
          library,
          Optional.empty());
    } catch (IllegalArgumentException e) {
      library.close();
      String why =
          LinkerWords.onLoading(binary.file()).orElseGet(() -> String.valueOf(e.getMessage()));
      throw new RejectionException(
          NO_MEMORY.matcher(why).find() ? Rejection.OUT_OF_MEMORY : Rejection.LAUNCH_FAILURE,
          "It cannot be loaded: " + why);
    } catch (RejectionException | EnvironmentException e) {
      library.close();
      throw e;
    }
  }

  private static MemorySegment address(SymbolLookup lookup, String entry, Kernel kernel) {
    return lookup
        .find(entry)
        .orElseThrow(
            () ->
                RejectionException.launchFailure(
                    "The library has no function '%s'. It must not be static, and must be the 'entry' in %s.%s"
                        .formatted(
                            entry,
                            kernel.file(),
                            kernel.source().files().stream()
                                    .anyMatch(
                                        file -> file.toString().matches(".*\\.(cc|cpp|cxx|C)"))
                                ? " In C++, write extern \"C\" before it."
                                : "")));
  }

  private static CpuProgram isolated(
      Isolation isolation,
      Kernel kernel,
      List<String> named,
      Configuration configuration,
      Binary binary) {
    boolean hasSymbols = !kernel.entryPoint().signature().symbols().isEmpty();
    if (hasSymbols || named.size() > 1) {
      throw new EnvironmentException(
          "A kernel with %s cannot be isolated. Run it without --isolate."
              .formatted(
                  hasSymbols
                      ? "symbols, which evo writes in the candidate's own memory,"
                      : "several launches"));
    }
    Isolated process =
        isolation.load(
            binary.file(),
            named.getFirst(),
            signature(kernel, kernel.entryPoint().launches().getFirst()));
    return new CpuProgram(
        kernel,
        configuration,
        List.of(process.entry()),
        new GlobalSymbols(Map.of()),
        Arena.ofConfined(),
        Optional.of(process));
  }

  /** Returns the program with the arguments of another configuration. */
  CpuProgram with(Configuration other) {
    return new CpuProgram(kernel, other, entries, symbols, library, process);
  }

  void resume() {
    process.ifPresent(Isolated::resume);
  }

  /** Stops an isolated candidate until its next launch. */
  void pause() {
    process.ifPresent(Isolated::pause);
  }

  private static List<String> entries(List<String> named, Binary binary) {
    try {
      return BuiltBinary.read(binary.file(), named).stream().map(BuiltBinary::entry).toList();
    } catch (IOException e) {
      throw RejectionException.launchFailure("The built library cannot be read: " + e);
    }
  }

  @Override
  public Optional<Configuration> chosen() {
    return Optional.of(configuration);
  }

  private static FunctionDescriptor signature(Kernel kernel, Launch launch) {
    return FunctionDescriptor.ofVoid(
        kernel.entryPoint().taken(launch).stream()
            .map(CpuProgram::layout)
            .toArray(MemoryLayout[]::new));
  }

  private static MemoryLayout layout(Argument argument) {
    return switch (argument) {
      case Argument.Buffer _ -> ValueLayout.ADDRESS;
      case Argument.Scalar scalar ->
          switch (scalar.type()) {
            case F64 -> ValueLayout.JAVA_DOUBLE;
            case ElementType type when type.isFloating() -> ValueLayout.JAVA_FLOAT;
            case I64, U64 -> ValueLayout.JAVA_LONG;
            case ElementType _ -> ValueLayout.JAVA_INT;
          };
      case Argument.ByValue(_, Member.Leaf leaf) -> layout(leaf);
      case Argument.ByValue(_, Member.Struct struct) ->
          MemoryLayout.structLayout(
              struct.flat().stream().map(CpuProgram::layout).toArray(MemoryLayout[]::new));
      case Argument.Scratch _, Argument.TensorMap _ -> throw unknown(argument);
    };
  }

  private static MemoryLayout layout(Member.Leaf leaf) {
    return switch (leaf) {
      case Member.Scalar(ElementType type, _) ->
          switch (type.bits()) {
            case 8 -> ValueLayout.JAVA_BYTE;
            case 16 -> ValueLayout.JAVA_SHORT;
            case 32 -> type.isFloating() ? ValueLayout.JAVA_FLOAT : ValueLayout.JAVA_INT;
            default -> type.isFloating() ? ValueLayout.JAVA_DOUBLE : ValueLayout.JAVA_LONG;
          };
      case Member.Pointer _, Member.Pointers _ -> ValueLayout.ADDRESS;
      case Member.Gap(long bytes) -> MemoryLayout.paddingLayout(bytes);
    };
  }

  /** Number as C's calling convention passes it: a half in the low bits of a float. */
  static Object passed(ElementType type, Number number) {
    return switch (type) {
      case F64 -> number.doubleValue();
      case F32 -> number.floatValue();
      case ElementType half when half.isFloating() ->
          Float.intBitsToFloat((int) Elements.code(half, number.doubleValue()) & 0xFFFF);
      case I64, U64 -> number.longValue();
      case ElementType _ -> number.intValue();
    };
  }

  /** Exception for an argument that the kernel reader should have rejected. */
  static IllegalStateException unknown(Argument argument) {
    return new IllegalStateException("Not an argument of the cpu backend: " + argument.name());
  }

  @Override
  public void close() {
    process.ifPresent(Isolated::close);
    library.close();
  }

  /** Global variables of a shared library that hold inputs, by name. */
  record GlobalSymbols(Map<String, Variable> variables) {

    /** Global variable, with its size in bytes where the linker reports it. */
    record Variable(MemorySegment address, OptionalLong bytes) {}

    static GlobalSymbols of(Kernel kernel, SymbolLookup library) {
      var variables = new LinkedHashMap<String, Variable>();
      for (Argument.Buffer symbol : kernel.entryPoint().signature().symbols()) {
        MemorySegment address =
            library
                .find(symbol.name())
                .orElseThrow(
                    () ->
                        RejectionException.launchFailure(
                            "The library has no global variable '%s'. It must not be static."
                                .formatted(symbol.name())));
        variables.put(symbol.name(), new Variable(address, LinkerWords.size(address)));
      }
      return new GlobalSymbols(variables);
    }

    /** Copies inputs to the variables. */
    void fill(Inputs from) {
      variables.forEach(
          (name, variable) -> {
            MemorySegment input = from.input(name);
            OptionalLong size = variable.bytes();
            if (size.isPresent() && size.getAsLong() < input.byteSize()) {
              throw RejectionException.launchFailure(
                  "The global variable '%s' has %d bytes; its dimensions in kernel.yaml need %d."
                      .formatted(name, size.getAsLong(), input.byteSize()));
            }
            variable.address().reinterpret(input.byteSize()).copyFrom(input);
          });
    }
  }
}
