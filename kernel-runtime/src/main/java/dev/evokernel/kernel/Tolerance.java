package dev.evokernel.kernel;

/** An element passes when {@code |actual − expected| ≤ absolute + relative · |expected|}. */
public record Tolerance(double absolute, double relative) {
  public Tolerance {
    if (!(absolute >= 0 && relative >= 0)) {
      throw new IllegalArgumentException(
          "A tolerance is not negative: absolute " + absolute + ", relative " + relative + ".");
    }
  }
}
