package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.Requirement;

/**
 * Requirements of the backend on the machine.
 *
 * @param root the folder of {@code proc} and {@code dev}
 */
record Requirements(Driver driver, Toolkit toolkit, Path root) {

  private static final String DRIVER =
      "With a GPU, install NVIDIA's driver 525 or later; in a container, start it with the GPU"
          + " (docker run --gpus all).";
  private static final int CAP_PERFMON = 38;
  private static final int CAP_SYS_ADMIN = 21;

  /** Lists the requirements; a machine without driver and device files lacks only a GPU. */
  public List<Requirement> list() {
    if (driver.equals(Driver.NO_LIBRARY)
        && Stream.of("dev/nvidiactl", "dev/nvidia-uvm", "proc/driver/nvidia")
            .map(root::resolve)
            .noneMatch(Files::exists)) {
      return List.of(
          new Requirement("NVIDIA GPU", false, true, ((Driver.Absent) driver).reason(), DRIVER));
    }
    return List.of(
        driverFound(),
        deviceFound(),
        deviceFiles(),
        compiler(),
        headers(),
        counters(),
        tool("Nsight Compute", toolkit.profiler(), "evo profile", "nsight-compute"),
        management(),
        tool("compute-sanitizer", toolkit.sanitizer(), "evo sanitize", "cuda-sanitizer"));
  }

  private Requirement driverFound() {
    return switch (driver) {
      case Driver.Absent(String reason) ->
          new Requirement("NVIDIA driver", false, true, reason, DRIVER);
      case Driver.Present present -> {
        boolean recent = present.cuda() >= Driver.OLDEST;
        yield new Requirement(
            "NVIDIA driver",
            recent,
            true,
            present.version() + " (CUDA " + present.cudaVersion() + ")",
            recent ? "" : "Update it to 525 (CUDA 12.0) or later.");
      }
    };
  }

  private Requirement deviceFound() {
    List<Gpu> gpus = driver instanceof Driver.Present present ? present.gpus() : List.of();
    return Requirement.of(
        "GPU",
        true,
        gpus.stream().map(Gpu::toString).reduce((all, next) -> all + ", " + next),
        "none",
        "Run on a machine with an NVIDIA GPU; check that CUDA_VISIBLE_DEVICES does not hide it.");
  }

  private Requirement deviceFiles() {
    List<Path> files =
        List.of(root.resolve("dev/nvidiactl"), root.resolve("dev/nvidia-uvm")).stream()
            .filter(Files::exists)
            .toList();
    List<Path> closed =
        files.stream().filter(file -> !Files.isReadable(file) || !Files.isWritable(file)).toList();
    if (files.isEmpty()) {
      return new Requirement(
          "device files",
          driver instanceof Driver.Present,
          false,
          "no " + root.resolve("dev/nvidiactl"),
          driver instanceof Driver.Present
              ? ""
              : "Load the driver's kernel modules (modprobe nvidia nvidia_uvm).");
    }
    return closed.isEmpty()
        ? new Requirement("device files", true, true, "open to this user", "")
        : new Requirement(
            "device files",
            false,
            true,
            "closed to this user: " + closed,
            "Join the group that owns them: ls -l /dev/nvidia*.");
  }

  private Requirement management() {
    Optional<String> library =
        driver instanceof Driver.Present ? Nvml.library(Nvml.LIBRARIES) : Optional.empty();
    return Requirement.of(
        "NVML",
        false,
        library,
        "no libnvidia-ml.so.1: clocks, power and throttling are not recorded",
        "Install the driver's utilities; in a container, start it with"
            + " NVIDIA_DRIVER_CAPABILITIES=compute,utility.");
  }

  private Requirement compiler() {
    return Requirement.of(
        "CUDA compiler",
        true,
        toolkit
            .nvrtc()
            .map(path -> "NVRTC at " + path)
            .or(() -> toolkit.nvcc().map(path -> "nvcc at " + path)),
        "neither NVRTC (libnvrtc.so.13 or .12) nor nvcc",
        "Install the CUDA toolkit, or set CUDA_HOME to its folder; python3 -m pip install"
            + " nvidia-cuda-nvrtc is enough.");
  }

  private Requirement headers() {
    return Requirement.of(
        "CUDA headers",
        false,
        toolkit.headers().map(Path::toString),
        "no folder with cuda_fp16.h",
        "Kernels that include cuda_fp16.h need them: install the CUDA toolkit, or set CUDA_HOME"
            + " to its folder.");
  }

  /**
   * The driver restricts hardware counters to administrators, unless a module option opens them.
   */
  private Requirement counters() {
    boolean restricted = contains("proc/driver/nvidia/params", "RmProfilingAdminOnly: 1");
    boolean administrator = capability(CAP_SYS_ADMIN) || capability(CAP_PERFMON);
    boolean open = driver instanceof Driver.Present && (administrator || !restricted);
    return new Requirement(
        "profiling counters",
        open,
        false,
        driver instanceof Driver.Absent
            ? "no driver"
            : restricted
                ? administrator ? "for administrators, as this user is" : "for administrators only"
                : "open to every user",
        open || driver instanceof Driver.Absent
            ? ""
            : "Load the module with options nvidia NVreg_RestrictProfilingToAdminUsers=0, or"
                + " profile as root.");
  }

  private static Requirement tool(
      String name, Optional<Path> found, String command, String packageName) {
    return Requirement.of(
        name,
        false,
        found.map(Path::toString),
        "not found",
        "Only %s needs it. Install the package %s of NVIDIA's repository, or add its folder to PATH."
            .formatted(command, packageName));
  }

  private boolean contains(String file, String text) {
    try {
      return Files.readString(root.resolve(file)).contains(text);
    } catch (IOException absent) {
      return false;
    }
  }

  private boolean capability(int number) {
    try (var lines = Files.lines(root.resolve("proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("CapEff:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(bits -> (bits >> number & 1) == 1);
    } catch (IOException absent) {
      return false;
    }
  }
}
