package dev.evokernel.roofline;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import java.util.List;
import java.util.OptionalDouble;

/** Estimate of a configuration's time before compilation. */
interface TimeEstimate {

  List<String> parameters();

  /**
   * Estimated clocks of one launch, meaningful only for ranking.
   *
   * @return empty if the configuration cannot run on the shape
   */
  OptionalDouble clocks(Configuration configuration, Shape shape);
}
