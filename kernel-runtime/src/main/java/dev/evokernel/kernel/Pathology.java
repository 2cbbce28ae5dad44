package dev.evokernel.kernel;

import dev.evokernel.expr.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A change that disables one optimisation of a kernel: what it costs is what the optimisation is
 * worth. The results stay the same.
 *
 * @param name for example {@code uncoalesced}
 * @param change how it is applied
 * @param suspects the resource or the optimisation that it disables, for example {@code global
 *     memory coalescing}
 * @param because what happens instead; empty when the file does not say
 */
public record Pathology(String name, Change change, String suspects, String because) {

  /** How a pathology is applied. */
  public sealed interface Change {

    /** A macro that the source honours, defined as 1; it is absent otherwise. */
    record Macro(String name) implements Change {
      @Override
      public String toString() {
        return "-D" + name + "=1";
      }
    }

    /** Other values for some of the parameters. */
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

  /** The macros that the compiler is given besides those of the configuration. */
  public List<String> macros() {
    return switch (change) {
      case Change.Macro(String macro) -> List.of(macro);
      case Change.Values _ -> List.of();
    };
  }

  /** The configuration with the change applied. */
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
