package dev.evokernel.opencl;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Rejection;
import java.util.Map;
import java.util.Set;

/** Conversion of a call's status to an exception. */
final class ClStatus {

  static final int SUCCESS = 0;
  static final int BUILD_PROGRAM_FAILURE = -11;

  private static final int OUT_OF_RESOURCES = -5;
  private static final int ERROR_IN_WAIT_LIST = -14;
  private static final int ILLEGAL_ACCESS_ON_NVIDIA = -9999;

  /** Errors that no candidate causes: the device is gone. */
  private static final Set<Integer> OF_THE_DEVICE = Set.of(-1, -2, -33);

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(-1, "CL_DEVICE_NOT_FOUND"),
          Map.entry(-2, "CL_DEVICE_NOT_AVAILABLE"),
          Map.entry(-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
          Map.entry(OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"),
          Map.entry(-6, "CL_OUT_OF_HOST_MEMORY"),
          Map.entry(BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"),
          Map.entry(ERROR_IN_WAIT_LIST, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"),
          Map.entry(-30, "CL_INVALID_VALUE"),
          Map.entry(-33, "CL_INVALID_DEVICE"),
          Map.entry(-34, "CL_INVALID_CONTEXT"),
          Map.entry(-36, "CL_INVALID_COMMAND_QUEUE"),
          Map.entry(-42, "CL_INVALID_BINARY"),
          Map.entry(-43, "CL_INVALID_BUILD_OPTIONS"),
          Map.entry(-45, "CL_INVALID_PROGRAM_EXECUTABLE"),
          Map.entry(-46, "CL_INVALID_KERNEL_NAME"),
          Map.entry(-49, "CL_INVALID_ARG_INDEX"),
          Map.entry(-50, "CL_INVALID_ARG_VALUE"),
          Map.entry(-51, "CL_INVALID_ARG_SIZE"),
          Map.entry(-52, "CL_INVALID_KERNEL_ARGS"),
          Map.entry(-54, "CL_INVALID_WORK_GROUP_SIZE"),
          Map.entry(-55, "CL_INVALID_WORK_ITEM_SIZE"),
          Map.entry(-61, "CL_INVALID_BUFFER_SIZE"),
          Map.entry(-63, "CL_INVALID_GLOBAL_WORK_SIZE"),
          Map.entry(ILLEGAL_ACCESS_ON_NVIDIA, "illegal access to a buffer (-9999)"));

  private ClStatus() {}

  /**
   * Checks a call that fails because of the candidate, as long as there is a device.
   *
   * @param doing completes "… while …", for example {@code launching gemm}
   * @throws RejectionException if the call failed
   * @throws EnvironmentException if the device is gone
   */
  public static void candidate(int status, String doing) {
    if (OF_THE_DEVICE.contains(status)) {
      machine(status, doing);
    }
    if (status != SUCCESS) {
      throw new RejectionException(reason(status), message(status, doing) + hint(status));
    }
  }

  /**
   * Checks the end of a candidate's launch. Drivers report an access outside of every buffer only
   * here, as a lack of resources.
   */
  static void ended(int status, String doing) {
    if (status == OUT_OF_RESOURCES || status == ILLEGAL_ACCESS_ON_NVIDIA) {
      throw new RejectionException(
          Rejection.ILLEGAL_ACCESS,
          message(status, doing) + " Maybe the kernel reads or writes beyond a buffer.");
    }
    candidate(status, doing);
  }

  /**
   * Checks a call that fails because of the machine or a reference.
   *
   * @throws EnvironmentException if the call failed
   */
  public static void machine(int status, String doing) {
    if (status != SUCCESS) {
      throw new EnvironmentException(message(status, doing) + remedy(status));
    }
  }

  static String message(int status, String doing) {
    return NAMES.getOrDefault(status, "OpenCL's status " + status) + " while " + doing + ".";
  }

  private static String remedy(int status) {
    return switch (status) {
      case -1, -2, -33 ->
          " The device is gone or in use; see the system's messages (dmesg), and list what is left:"
              + " clinfo -l.";
      case -4, OUT_OF_RESOURCES, -6, -61 ->
          " Maybe another process uses the device, or a shape is too large for it.";
      default -> " See the messages of the driver and of the system (dmesg).";
    };
  }

  private static String hint(int status) {
    return switch (status) {
      case -42 -> " The binary is for another device or another version of its driver.";
      case -46 -> " The sources have no kernel of this name.";
      case -49 -> " The kernel takes fewer parameters than 'arguments' lists.";
      case -50, -51 -> " Maybe 'type' differs from the parameter's type, or the order differs.";
      case -52 -> " The kernel takes more parameters than 'arguments' lists.";
      case -54 ->
          " The device holds fewer work-items of this kernel, or its reqd_work_group_size differs"
              + " from 'block' of 'launch'.";
      default -> "";
    };
  }

  private static Rejection reason(int status) {
    return switch (status) {
      case OUT_OF_RESOURCES, -54, -55 -> Rejection.RESOURCE_LIMIT;
      case -4, -6, -61 -> Rejection.OUT_OF_MEMORY;
      case ILLEGAL_ACCESS_ON_NVIDIA -> Rejection.ILLEGAL_ACCESS;
      case BUILD_PROGRAM_FAILURE, -30, -42, -44, -45, -46, -48, -49, -50, -51, -52, -53, -63 ->
          Rejection.LAUNCH_FAILURE;
      default -> Rejection.CRASH;
    };
  }
}
