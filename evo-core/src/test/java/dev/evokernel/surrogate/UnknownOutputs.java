package dev.evokernel.surrogate;

import java.util.Arrays;
import java.util.List;

/** Outputs of shapes of one kernel without further information. */
public final class UnknownOutputs {

  private UnknownOutputs() {}

  public static ShapeOutputs of(int shapes, double correlation, double overhead) {
    double[][] all = new double[shapes][shapes];
    for (int s = 0; s < shapes; s++) {
      Arrays.fill(all[s], correlation);
      all[s][s] = 1;
    }
    return new ShapeOutputs(all, overhead, List.of());
  }
}
