package dev.evokernel.kernel;

/** How an input buffer is filled. Random fills use the input set's random seed. */
public sealed interface Fill {

  /** Independent normal variates. */
  record Normal(double mean, double deviation) implements Fill {}

  /** Independent uniform variates from {@code [low, high)}; for integer types whole numbers. */
  record Uniform(double low, double high) implements Fill {
    public Uniform {
      if (!(low < high)) {
        throw new IllegalArgumentException(
            "A uniform fill needs low < high, not [" + low + ", " + high + ").");
      }
    }
  }

  /** The same number everywhere. */
  record Constant(double value) implements Fill {}

  /** The element's own index: 0, 1, 2 … */
  record Index() implements Fill {}

  /** One element in eight is −∞, and the others are filled as usual. */
  record Pierced(Fill rest) implements Fill {}
}
