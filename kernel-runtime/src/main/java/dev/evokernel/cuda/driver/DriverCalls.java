package dev.evokernel.cuda.driver;

import dev.evokernel.backend.file.EnvironmentException;

/** Driver functions that JCuda lacks. Each returns the driver's status. */
public final class DriverCalls {

  private static final SharedLibrary CUDA =
      SharedLibrary.firstOf(Driver.LIBRARIES)
          .orElseThrow(() -> new EnvironmentException("No libcuda.so.1 found. Run: evo doctor"));

  private DriverCalls() {}

  /** Whether the driver reports a function's parameters, as drivers do since CUDA 12.4. */
  public static boolean tellsParameters() {
    return CUDA.has("cuFuncGetParamInfo");
  }

  /** Calls any function of the driver; the arguments' types are those of the C function. */
  public static int call(String function, Object... arguments) {
    return CUDA.call(function, arguments);
  }
}
