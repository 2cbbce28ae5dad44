package dev.evokernel.kernel.source;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.space.Configuration;

/**
 * Change that disables one optimisation of a kernel without changing results. Its slowdown is the
 * value of the optimisation.
 *
 * @param name for example {@code uncoalesced}
 * @param suspects disabled resource or optimisation, for example {@code global memory coalescing}
 * @param because effect on the kernel; may be empty
 */
public record Pathology(String name, Change change, String suspects, String because) {

  public sealed interface Change {

    /** Macro of the source, defined as 1 for the pathology only. */
    record Macro(String name) implements Change {
      @Override
      public String toString() {
        return "-D" + name + "=1";
      }
    }

    record Values(SequencedMap<String, Value> values) implements Change {

      public Values {
        values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
        if (values.isEmpty()) {
          throw new IllegalArgumentException("A pathology must set at least one parameter.");
        }
      }

      @Override
      public String toString() {
        return new Configuration(values).toString();
      }
    }
  }

  /** Macros to define in addition to the configuration. */
  public List<String> macros() {
    return switch (change) {
      case Change.Macro(String macro) -> List.of(macro);
      case Change.Values _ -> List.of();
    };
  }

  public Configuration applied(Configuration configuration) {
    return switch (change) {
      case Change.Macro _ -> configuration;
      case Change.Values(SequencedMap<String, Value> values) -> {
        Configuration changed = configuration;
        for (Map.Entry<String, Value> entry : values.entrySet()) {
          changed = changed.with(entry.getKey(), entry.getValue());
        }
        yield changed;
      }
    };
  }
}
