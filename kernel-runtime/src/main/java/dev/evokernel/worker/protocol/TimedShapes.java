package dev.evokernel.worker.protocol;

import java.util.List;

/**
 * Shapes of a job on which a candidate is verified and timed.
 *
 * @param names of the shapes; none for all
 * @param apart whether each shape is timed in full if the candidate is near the best there;
 *     otherwise the geometric mean decides for all shapes together
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
