package dev.evokernel.roofline;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import java.util.List;
import java.util.OptionalDouble;

/** What can be said of a configuration's time before it is compiled. */
interface TimeEstimate {

  /** Parameters whose values it looks at, in the file's order. */
  List<String> parameters();

  /**
   * Clocks for one launch, as good as a model knows them: only their order is meant.
   *
   * @return empty where the configuration cannot run on the shape
   */
  OptionalDouble clocks(Configuration configuration, Shape shape);
}
