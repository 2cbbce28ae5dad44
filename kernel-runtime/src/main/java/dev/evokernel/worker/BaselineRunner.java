package dev.evokernel.worker;

import java.nio.file.Path;

/**
 * What a baseline is asked, however it computes. Every method may throw {@link BaselineFailure}.
 */
interface BaselineRunner extends AutoCloseable {

  /**
   * Gets ready on a shape.
   *
   * @param exchange a folder with the inputs that the place's workspace has
   * @return what computes, with its version
   */
  String open(EvaluationEngine.ShapeContext place, Path exchange);

  /** Computes once and puts the outputs into the workspace of the place that was opened last. */
  void compute();

  /** Nanoseconds of so many launches, one right after the other. */
  long nanos(int launches);

  /** Whether it makes sense to ask it about another shape. */
  boolean isUsable();

  @Override
  void close();
}
