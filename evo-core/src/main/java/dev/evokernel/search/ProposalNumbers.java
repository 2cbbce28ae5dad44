package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;
import java.util.HashMap;

/** Numbers the proposals of a run: 1, 2, 3 … */
@FunctionalInterface
public interface ProposalNumbers {

  /**
   * The number of a configuration that was proposed before; otherwise the smallest free number,
   * which the configuration keeps as soon as its evaluation begins.
   */
  int number(Configuration configuration);

  /** Numbers every configuration in the order in which it is asked for. */
  static ProposalNumbers counting() {
    var numbers = new HashMap<Configuration, Integer>();
    return configuration -> numbers.computeIfAbsent(configuration, _ -> numbers.size() + 1);
  }
}
