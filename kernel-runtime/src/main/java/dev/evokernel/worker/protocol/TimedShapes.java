package dev.evokernel.worker.protocol;

import java.util.List;

/**
 * The shapes of a job on which a candidate is verified and timed.
 *
 * @param names of the shapes; none for all
 * @param apart whether a shape is timed in full for being near the best there, whatever the others
 *     are; otherwise all shapes are, or none, by their geometric mean
 */
public record TimedShapes(List<String> names, boolean apart) {

  /** Every shape, and one objective over them. */
  public static final TimedShapes ALL = new TimedShapes(List.of(), false);

  public TimedShapes {
    names = List.copyOf(names);
  }

  public boolean holds(String shape) {
    return names.isEmpty() || names.contains(shape);
  }
}
