package dev.evokernel.search;

import java.util.Optional;

/**
 * What a search takes over from others that go on at the same time, on other devices: the island
 * model of evolutionary algorithms (Tanese, 1989).
 */
@FunctionalInterface
public interface Migration {

  /** The migration of a search that is alone. */
  Migration NONE = _ -> Optional.empty();

  /**
   * The configuration to propose next in place of offspring. One that was proposed before is passed
   * over. A search that is repeated asks again, and must be given the same answers.
   *
   * @param bred how many configurations were proposed after the initial ones
   */
  Optional<Migrant> next(int bred);
}
