package dev.evokernel.worker.serve;

import dev.evokernel.backend.file.ToolFailure;
import java.nio.file.Path;
import java.time.Duration;

/** A baseline that computes and is timed. Every method may throw {@link ToolFailure}. */
interface BaselineRunner extends AutoCloseable {

  /** Begins to open a shape on the inputs in a folder. Programs get ready side by side. */
  void begin(EvaluationEngine.ShapeContext context, Path exchange, Duration patience);

  /** Waits until the shape is open, and returns the library that computes, with its version. */
  String open(Duration patience);

  /** Computes once on the opened shape and writes the outputs into the context's workspace. */
  void compute(EvaluationEngine.ShapeContext context, Path exchange);

  long nanos(int launches);

  /** Whether the baseline can be opened on another shape. */
  boolean isUsable();

  @Override
  void close();
}
