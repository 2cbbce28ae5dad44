package dev.evokernel.imports;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Constant memory of a T1 file, which Kernel Tuner passes as an argument as well and other tuners
 * do not: where the function has a parameter for each argument, it is passed; where the source has
 * no variable of its name, it is nothing else.
 *
 * @param notes to which it adds what it assumes
 */
record T1Constants(KernelSource source, T1Formulas formulas, T1Data data, List<String> notes) {

  /**
   * The arguments of a launch and the symbols.
   *
   * @param all by what the file says of them
   * @param parameters of the function; empty where they are unknown
   */
  List<T1Arguments.ImportedArgument> placed(
      Map<T1Arguments.ImportedArgument, T1Node> all, OptionalInt parameters) {
    long constant =
        all.entrySet().stream().filter(it -> isConstant(it.getKey(), it.getValue())).count();
    long others = all.keySet().stream().filter(it -> !isSymbol(it)).count();
    boolean passed = parameters.equals(OptionalInt.of((int) (others + constant)));
    if (parameters.isPresent() && !passed && parameters.getAsInt() != others) {
      notes.add(
          "the kernel has %d parameters in its source, and the file has arguments for %d"
              .formatted(parameters.getAsInt(), others));
    }
    return all.entrySet().stream()
        .flatMap(
            it ->
                passed && isConstant(it.getKey(), it.getValue())
                    ? passed(it.getKey(), it.getValue())
                    : Stream.of(it.getKey()))
        .toList();
  }

  private static boolean isSymbol(T1Arguments.ImportedArgument argument) {
    return argument.entries().containsKey("symbol");
  }

  /** A symbol by {@code MemType}, which leaves open whether it is passed. */
  private static boolean isConstant(T1Arguments.ImportedArgument argument, T1Node written) {
    return isSymbol(argument)
        && written.find("MemType").map(T1Node::word).orElse("").equals("constant");
  }

  private Stream<T1Arguments.ImportedArgument> passed(
      T1Arguments.ImportedArgument symbol, T1Node argument) {
    var filled = new LinkedHashMap<>(symbol.entries());
    var entries = new LinkedHashMap<>(symbol.entries());
    entries.remove("symbol");
    if (!source.hasSymbol(symbol.name())) {
      notes.add(symbol.name() + " is no variable in constant memory: it is an argument alone");
      return Stream.of(symbol.with(entries));
    }
    notes.add(symbol.name() + " is an argument and a variable in constant memory, of one content");
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
