package dev.evokernel.kernel;

import dev.evokernel.expr.Value;
import java.util.List;
import java.util.Map;

/**
 * Change that disables one optimisation of a kernel without changing results. Its slowdown is the
 * value of the optimisation.
 *
 * @param name for example {@code uncoalesced}
 * @param macros macros of the source, defined as 1 for the pathology only
 * @param values values of parameters that replace the candidate's; only if there is no macro
 * @param suspects disabled resource or optimisation, for example {@code global memory coalescing}
 * @param because effect on the kernel; may be empty
 */
public record Pathology(
    String name, List<String> macros, Configuration values, String suspects, String because) {

  public Pathology {
    macros = List.copyOf(macros);
    if (macros.isEmpty() && values.values().isEmpty()) {
      throw new IllegalArgumentException("A pathology must define a macro or set a parameter.");
    }
  }

  /** Text of the change, for example {@code -DABLATE_UNCOALESCED=1}. */
  public String change() {
    return macros.isEmpty() ? values.toString() : "-D" + macros.getFirst() + "=1";
  }

  public Configuration applied(Configuration configuration) {
    Configuration changed = configuration;
    for (Map.Entry<String, Value> entry : values.values().entrySet()) {
      changed = changed.with(entry.getKey(), entry.getValue());
    }
    return changed;
  }
}
