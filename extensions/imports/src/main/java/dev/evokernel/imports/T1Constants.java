package dev.evokernel.imports;

import module java.base;

/**
 * Decides how constant memory of a T1 file reaches the kernel. Kernel Tuner also passes constant
 * memory as an argument; other tuners do not. evo passes it if the function has a parameter for
 * every argument, and fills the variable if the source declares one.
 *
 * @param notes receives the assumptions
 */
record T1Constants(KernelSource source, T1Formulas formulas, T1Data data, List<String> notes) {

  /**
   * Returns the passed arguments and the symbols.
   *
   * @param all the arguments with their nodes in the file
   * @param parameters number of the function's parameters; empty if unknown
   * @param list the node of all arguments
   * @throws dev.evokernel.kernel.yaml.InvalidFileException if the function takes other arguments
   */
  List<ImportedKernel.Argument> placed(
      Map<ImportedKernel.Argument, T1Node> all, OptionalInt parameters, T1Node list) {
    long constant =
        all.entrySet().stream()
            .filter(argument -> isConstant(argument.getKey(), argument.getValue()))
            .count();
    long others = all.keySet().stream().filter(argument -> !isSymbol(argument)).count();
    boolean passed = parameters.equals(OptionalInt.of((int) (others + constant)));
    if (parameters.isPresent() && !passed && parameters.getAsInt() != others) {
      throw list.problem(
          "the function has %d parameters in its source, but %d arguments here"
              .formatted(parameters.getAsInt(), others),
          "List the arguments of the kernel itself, in its order; a host function that launches it"
              + " may have others.");
    }
    return all.entrySet().stream()
        .flatMap(
            argument ->
                passed && isConstant(argument.getKey(), argument.getValue())
                    ? passed(argument.getKey(), argument.getValue())
                    : Stream.of(argument.getKey()))
        .toList();
  }

  private static boolean isSymbol(ImportedKernel.Argument argument) {
    return argument.entries().containsKey("symbol");
  }

  private static boolean isConstant(ImportedKernel.Argument argument, T1Node written) {
    return isSymbol(argument)
        && written.find("MemType").map(T1Node::word).orElse("").equals("constant");
  }

  private Stream<ImportedKernel.Argument> passed(ImportedKernel.Argument symbol, T1Node argument) {
    var filled = new LinkedHashMap<>(symbol.entries());
    var entries = new LinkedHashMap<>(symbol.entries());
    entries.remove("symbol");
    if (!source.hasSymbol(symbol.name())) {
      notes.add(
          symbol.name() + " is not a variable in constant memory: only passed as an argument");
      return Stream.of(symbol.with(entries));
    }
    notes.add(symbol.name() + " is passed as an argument and copied to constant memory");
    if (entries.getOrDefault("fill", "").contains("uniform")) {
      double[] limits =
          T1Data.limits(
              argument.find("FillValue").map(T1Node::number).orElse(1.0), symbol.element());
      long count = formulas.value(argument, symbol.size(), Map.of());
      String same =
          data.keep(
              symbol.name(),
              ImportedData.computed(
                  symbol.element(),
                  count,
                  i -> limits[0] + (limits[1] - limits[0]) * new SplittableRandom(i).nextDouble()));
      filled.put("fill", same);
      entries.put("fill", same);
    }
    entries.put("name", symbol.name() + "_passed");
    return Stream.of(symbol.with(entries), symbol.with(filled));
  }
}
