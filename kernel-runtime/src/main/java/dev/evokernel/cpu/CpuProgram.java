package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Member;

/**
 * Shared library in a process of its own; closing ends the process.
 *
 * @param symbols global variables that hold inputs, by name, with their sizes
 */
record CpuProgram(
    Kernel kernel,
    Configuration configuration,
    CandidateProcess process,
    Map<String, MemorySegment> symbols)
    implements Program {

  static CpuProgram load(
      Kernel kernel, Configuration configuration, Binary binary, List<Path> readable) {
    CandidateProcess process =
        CandidateProcesses.ofThisProcess()
            .load(
                binary.file(),
                readable,
                entries(kernel.source().with(configuration).entries(), binary),
                kernel.file()
                    + (kernel.source().files().stream()
                            .anyMatch(file -> file.toString().matches(".*\\.(cc|cpp|cxx|C)"))
                        ? ". In C++, write extern \"C\" before it"
                        : ""));
    try {
      var symbols = new LinkedHashMap<String, MemorySegment>();
      for (Argument.Buffer symbol : kernel.entryPoint().signature().symbols()) {
        symbols.put(
            symbol.name(),
            process
                .symbol(symbol.name())
                .orElseThrow(
                    () ->
                        RejectionException.launchFailure(
                            "The library has no global variable '%s'. It must not be static."
                                .formatted(symbol.name()))));
      }
      return new CpuProgram(kernel, configuration, process, symbols);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  CpuProgram with(Configuration other) {
    return new CpuProgram(kernel, other, process, symbols);
  }

  void fill(Inputs from) {
    symbols.forEach(
        (name, variable) -> {
          MemorySegment input = from.input(name);
          if (variable.byteSize() > 0 && variable.byteSize() < input.byteSize()) {
            throw RejectionException.launchFailure(
                "The global variable '%s' has %d bytes; its dimensions in kernel.yaml need %d."
                    .formatted(name, variable.byteSize(), input.byteSize()));
          }
          process.copy(from.shared(name), variable.address());
        });
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

  static MemoryLayout layout(Argument argument) {
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
    process.close();
  }
}
