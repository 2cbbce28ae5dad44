package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;

/** Converts configurations to choices, the positions of their values, and back. */
final class Choices {

  private Choices() {}

  public static int[] of(Configuration configuration, List<Parameter> parameters) {
    if (configuration.values().size() > parameters.size()) {
      List<String> known = parameters.stream().map(Parameter::name).toList();
      throw new IllegalArgumentException(
          "Configuration %s has other parameters than %s.".formatted(configuration, known));
    }
    return parameters.stream().mapToInt(parameter -> choice(configuration, parameter)).toArray();
  }

  public static boolean exist(Configuration configuration, List<Parameter> parameters) {
    return configuration.values().size() == parameters.size()
        && parameters.stream()
            .allMatch(
                parameter -> {
                  Value value = configuration.values().get(parameter.name());
                  return value != null && parameter.values().contains(value);
                });
  }

  public static Configuration configuration(List<Parameter> parameters, int... choices) {
    var values = new LinkedHashMap<String, Value>();
    for (int p = 0; p < choices.length; p++) {
      values.put(parameters.get(p).name(), parameters.get(p).values().get(choices[p]));
    }
    return new Configuration(values);
  }

  private static int choice(Configuration configuration, Parameter parameter) {
    Value value = configuration.value(parameter.name());
    int choice = parameter.values().indexOf(value);
    if (choice < 0) {
      throw new IllegalArgumentException(
          "%s=%s is not among %s. Maybe add it to the parameter's values."
              .formatted(parameter.name(), value, parameter.values()));
    }
    return choice;
  }

  /**
   * Number of choices among all combinations of values, as digits of a mixed radix. They are
   * collected in a long as far as possible, to create few big integers.
   */
  public static BigInteger identity(int[] radix, int... choices) {
    BigInteger number = BigInteger.ZERO;
    long gathered = 0;
    long weight = 1;
    for (int p = 0; p < radix.length; p++) {
      if (Math.multiplyHigh(weight, radix[p]) != 0 || weight * radix[p] < 0) {
        number = joined(number, gathered, weight);
        gathered = 0;
        weight = 1;
      }
      gathered = gathered * radix[p] + choices[p];
      weight *= radix[p];
    }
    return joined(number, gathered, weight);
  }

  private static BigInteger joined(BigInteger number, long gathered, long weight) {
    BigInteger lower = BigInteger.valueOf(gathered);
    return number.signum() == 0 ? lower : number.multiply(BigInteger.valueOf(weight)).add(lower);
  }
}
