package dev.evokernel.spec;

import module java.base;

/** Settings of OpenMP on cores that other processes use: the user's, or else those of evo. */
public final class OpenMpSettings {

  /**
   * Keeps each thread of a candidate on a core of its own. Otherwise Linux may put two threads on
   * one busy core, where each spins at a barrier while the other waits for the core. The spinning
   * itself stays: a sleeping thread would make short launches slower.
   */
  private static final Map<String, String> ON_BUSY_CORES =
      Map.of("OMP_PROC_BIND", "true", "OMP_PLACES", "cores");

  /** Settings of OpenMP on where threads run and how they wait. */
  private static final Pattern WAITING =
      Pattern.compile("OMP_(PROC_BIND|PLACES|WAIT_POLICY)|(GOMP|KMP)_.*");

  private OpenMpSettings() {}

  /**
   * Variables that evo sets, none if the user has chosen.
   *
   * @param user environment of the coordinator
   */
  public static Map<String, String> added(Map<String, String> user) {
    return chosen(user).isEmpty() ? ON_BUSY_CORES : Map.of();
  }

  /** Settings in force, each {@code NAME=value}. */
  public static String text(Map<String, String> user) {
    Map<String, String> chosen = chosen(user);
    return new TreeMap<>(chosen.isEmpty() ? ON_BUSY_CORES : chosen)
        .entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
  }

  private static Map<String, String> chosen(Map<String, String> user) {
    var chosen = new HashMap<>(user);
    chosen.keySet().removeIf(Predicate.not(WAITING.asMatchPredicate()));
    return chosen;
  }
}
