package dev.evokernel.space.binding;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import java.util.LinkedHashMap;
import java.util.List;

/** Converts configurations to choices, the positions of their values, and back. */
public final class Choices {

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
}
