package dev.evokernel.cuda;

import static jcuda.driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.SharedLibrary;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Driver functions that JCuda lacks. Each returns the driver's status. */
final class DriverCalls {

  private static final SharedLibrary CUDA =
      SharedLibrary.firstOf(Driver.LIBRARIES)
          .orElseThrow(() -> new EnvironmentException("No libcuda.so.1 found. Run: evo doctor"));

  /** Frees some memory of this thread's device; false if none can be freed. */
  private static final ThreadLocal<BooleanSupplier> RELIEF =
      ThreadLocal.withInitial(() -> () -> false);

  private DriverCalls() {}

  /** Whether the driver reports a function's parameters, as drivers do since CUDA 12.4. */
  public static boolean tellsParameters() {
    return CUDA.has("cuFuncGetParamInfo");
  }

  public static void relievedBy(BooleanSupplier relief) {
    RELIEF.set(relief);
  }

  /** Calls a function that allocates memory, again as long as memory is short and can be freed. */
  public static int allocation(IntSupplier function) {
    int status = function.getAsInt();
    while (status == CUDA_ERROR_OUT_OF_MEMORY && RELIEF.get().getAsBoolean()) {
      status = function.getAsInt();
    }
    return status;
  }

  public static int call(String function, Object... arguments) {
    return CUDA.call(function, arguments);
  }
}
