package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Argument;

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
