package dev.evokernel.search;

import java.util.Optional;

/**
 * Source of configurations from concurrent searches on other devices: the island model of
 * evolutionary algorithms (Tanese, 1989).
 */
@FunctionalInterface
public interface Migration {

  /** Migration of a single search. */
  Migration NONE = _ -> Optional.empty();

  /**
   * Configuration to propose next instead of offspring. The search skips a configuration that was
   * proposed before. A repeated search asks again, and needs equal answers.
   *
   * @param bred proposals after the initial configurations
   */
  Optional<InitialConfiguration> next(int bred);
}
