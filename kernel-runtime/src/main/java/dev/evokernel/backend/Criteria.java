package dev.evokernel.backend;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.Spread;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;

/**
 * Criteria for the outputs of one kernel on one shape. The first usual input set gives the
 * magnitudes that scale the tolerances of special input sets.
 */
public final class Criteria {

  private final Kernel kernel;
  private final Map<String, Double> usual = new LinkedHashMap<>();

  public Criteria(Kernel kernel) {
    this.kernel = kernel;
  }

  public void note(InputSet inputSet, Collection<Spread> spreads) {
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      spreads.forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
  }

  public Criterion of(Argument.Buffer output, InputSet inputSet, Spread expected) {
    return Criterion.of(
        kernel.tolerance(output.name()),
        output.type(),
        inputSet,
        expected,
        usual.getOrDefault(output.name(), 0.0));
  }
}
