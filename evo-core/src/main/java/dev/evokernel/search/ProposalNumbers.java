package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import java.util.HashMap;

/** Numbering of a run's proposals: 1, 2, 3 … */
@FunctionalInterface
public interface ProposalNumbers {

  /**
   * Number of a configuration that was proposed before, or else the smallest free number, which the
   * configuration keeps once its evaluation begins.
   */
  int number(Configuration configuration);

  /** Numbers configurations in the order of the calls. */
  static ProposalNumbers counting() {
    var numbers = new HashMap<Configuration, Integer>();
    return configuration -> numbers.computeIfAbsent(configuration, _ -> numbers.size() + 1);
  }
}
