package dev.evokernel.cuda;

import static jcuda.driver.CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
import static jcuda.driver.CUresult.CUDA_ERROR_ECC_UNCORRECTABLE;
import static jcuda.driver.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS;
import static jcuda.driver.CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE;
import static jcuda.driver.CUresult.CUDA_ERROR_INVALID_DEVICE;
import static jcuda.driver.CUresult.CUDA_ERROR_INVALID_PC;
import static jcuda.driver.CUresult.CUDA_ERROR_INVALID_PTX;
import static jcuda.driver.CUresult.CUDA_ERROR_INVALID_VALUE;
import static jcuda.driver.CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
import static jcuda.driver.CUresult.CUDA_ERROR_LAUNCH_TIMEOUT;
import static jcuda.driver.CUresult.CUDA_ERROR_MISALIGNED_ADDRESS;
import static jcuda.driver.CUresult.CUDA_ERROR_NOT_FOUND;
import static jcuda.driver.CUresult.CUDA_ERROR_NOT_SUPPORTED;
import static jcuda.driver.CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU;
import static jcuda.driver.CUresult.CUDA_ERROR_NO_DEVICE;
import static jcuda.driver.CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE;
import static jcuda.driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY;
import static jcuda.driver.CUresult.CUDA_ERROR_SYSTEM_NOT_READY;
import static jcuda.driver.CUresult.CUDA_SUCCESS;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Rejection;
import java.util.Set;
import jcuda.driver.CUresult;

/** Conversion of a driver call's status to an exception. */
final class Status {

  private static final int INVALID_CLUSTER_SIZE = 912; // CUDA_ERROR_INVALID_CLUSTER_SIZE
  private static final int DEVICE_UNAVAILABLE = 46; // CUDA_ERROR_DEVICE_UNAVAILABLE

  /** Errors that no candidate causes: the device is gone, or its memory is damaged. */
  private static final Set<Integer> OF_THE_DEVICE =
      Set.of(
          DEVICE_UNAVAILABLE,
          CUDA_ERROR_NO_DEVICE,
          CUDA_ERROR_INVALID_DEVICE,
          CUDA_ERROR_ECC_UNCORRECTABLE,
          CUDA_ERROR_NVLINK_UNCORRECTABLE,
          CUDA_ERROR_SYSTEM_NOT_READY);

  private Status() {}

  /**
   * Checks a call that fails because of the candidate, as long as there is a device.
   *
   * @param doing completes "… while …", for example {@code launching gemm}
   * @throws RejectionException if the call failed
   * @throws EnvironmentException if the call failed because of the device
   */
  public static void candidate(int status, String doing) {
    if (OF_THE_DEVICE.contains(status)) {
      machine(status, doing);
    }
    if (status != CUDA_SUCCESS) {
      throw new RejectionException(reason(status), message(status, doing) + hint(status));
    }
  }

  /**
   * Checks a call that fails because of the machine or a reference.
   *
   * @throws EnvironmentException if the call failed
   */
  public static void machine(int status, String doing) {
    if (status != CUDA_SUCCESS) {
      throw new EnvironmentException(
          message(status, doing)
              + (status == CUDA_ERROR_OUT_OF_MEMORY
                  ? " Maybe another process uses the GPU (nvidia-smi), or a shape is too large."
                  : " See the driver's messages (dmesg)."));
    }
  }

  static String message(int status, String doing) {
    return CUresult.stringFor(status) + " while " + doing + ".";
  }

  private static String hint(int status) {
    return switch (status) {
      case CUDA_ERROR_ILLEGAL_ADDRESS ->
          " Maybe the kernel reads or writes beyond a buffer, or writes to an input when it is"
              + " timed.";
      case CUDA_ERROR_NO_BINARY_FOR_GPU ->
          " The binary is for another GPU; an emulated one runs only what its own NVRTC compiled,"
              + " nothing from nvcc, Triton or a build command.";
      default -> "";
    };
  }

  private static Rejection reason(int status) {
    return switch (status) {
      case CUDA_ERROR_ILLEGAL_ADDRESS,
          CUDA_ERROR_MISALIGNED_ADDRESS,
          CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CUDA_ERROR_INVALID_PC ->
          Rejection.ILLEGAL_ACCESS;
      case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE ->
          Rejection.RESOURCE_LIMIT;
      case CUDA_ERROR_INVALID_VALUE,
          CUDA_ERROR_NOT_FOUND,
          CUDA_ERROR_NO_BINARY_FOR_GPU,
          CUDA_ERROR_NOT_SUPPORTED,
          INVALID_CLUSTER_SIZE,
          CUDA_ERROR_INVALID_PTX ->
          Rejection.LAUNCH_FAILURE;
      case CUDA_ERROR_OUT_OF_MEMORY -> Rejection.OUT_OF_MEMORY;
      case CUDA_ERROR_LAUNCH_TIMEOUT -> Rejection.TIMEOUT;
      default -> Rejection.CRASH;
    };
  }
}
