package dev.evokernel.worker.serve;

import dev.evokernel.worker.tool.ToolFailure;
import java.nio.file.Path;
import java.time.Duration;

/** A baseline that computes and is timed. Every method may throw {@link ToolFailure}. */
interface BaselineRunner extends AutoCloseable {

  /**
   * Opens a shape.
   *
   * @param exchange a folder with the inputs that the context's workspace has
   * @param patience how long that may take; below zero where the time is up
   * @return the library that computes, with its version
   */
  String open(EvaluationEngine.ShapeContext context, Path exchange, Duration patience);

  /** Computes once and puts the outputs into the workspace of the context that was opened last. */
  void compute();

  /** Nanoseconds of so many launches, one right after the other. */
  long nanos(int launches);

  /** Whether it can be opened on another shape. */
  boolean isUsable();

  @Override
  void close();
}
