package dev.evokernel.backend.data;

import dev.evokernel.kernel.data.Shape;
import java.lang.foreign.Arena;
import java.util.Map;

/** Expected outputs that are computed outside the workspace that compares with them. */
@FunctionalInterface
public interface ExpectedArrays {

  /**
   * Expected outputs by name, one array for each output.
   *
   * @param arena keeps the arrays
   */
  Map<String, NpyArray> outputs(Shape shape, InputSet inputSet, Arena arena);
}
