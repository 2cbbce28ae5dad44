package dev.evokernel.opencl;

import module java.base;

/** Device in the loader's list and what its driver says of it. */
record ClDevice(MemorySegment platform, MemorySegment handle) {

  private static final int PLATFORM_VERSION = 0x0901;
  private static final int PLATFORM_NAME = 0x0902;
  private static final int TYPE = 0x1000;
  private static final int AVAILABLE = 0x1027;
  private static final int COMPILER_AVAILABLE = 0x1028;
  private static final int QUEUE_PROPERTIES = 0x102A;
  private static final int NAME = 0x102B;
  private static final int DRIVER_VERSION = 0x102D;
  private static final int VERSION = 0x102F;
  private static final int EXTENSIONS = 0x1030;
  private static final int UUID = 0x106A;

  private static final long PROCESSOR = 2;
  private static final long PROFILING = 2;

  /** Property of the device, with its number in {@code cl.h} or {@code cl_ext.h}. */
  public enum Property {
    COMPUTE_UNITS(0x1002),
    WORK_GROUP_SIZE(0x1004),
    ADDRESS_ALIGNMENT_BITS(0x1019),
    GLOBAL_CACHE_BYTES(0x101E),
    GLOBAL_BYTES(0x101F),
    LOCAL_BYTES(0x1023),
    TIMER_NANOS(0x1025),
    FLOAT_VECTOR(0x103A),
    SUB_GROUPS(0x105C),
    GROUP_MULTIPLE(0x1067),
    CAPABILITY_MAJOR(0x4000),
    CAPABILITY_MINOR(0x4001),
    REGISTERS(0x4002),
    WARP(0x4003),
    WAVEFRONT(0x4043),
    SUB_GROUP_SIZES(0x4108),
    WORK_ITEM_SIZES(0x1005);

    private final int number;

    Property(int number) {
      this.number = number;
    }
  }

  /** Device and platform, for example {@code NVIDIA H200 (NVIDIA CUDA)}. */
  public String model() {
    return info().text(NAME) + " (" + platformName() + ")";
  }

  /** Versions of OpenCL, of the platform and of the driver. */
  public String version() {
    String platformVersion = new ObjectInfo("clGetPlatformInfo", platform).text(PLATFORM_VERSION);
    return platformVersion.replaceAll("\\s{2,}.*", "") + ", driver " + info().text(DRIVER_VERSION);
  }

  public String platformName() {
    return new ObjectInfo("clGetPlatformInfo", platform).text(PLATFORM_NAME);
  }

  /** Everything of the device on which a binary depends. */
  public List<String> target() {
    ObjectInfo info = info();
    return List.of(
        info.text(NAME),
        info.text(VERSION),
        info.text(DRIVER_VERSION),
        info.text(EXTENSIONS),
        new ObjectInfo("clGetPlatformInfo", platform).text(PLATFORM_VERSION));
  }

  public boolean isProcessor() {
    return (info().number(TYPE) & PROCESSOR) != 0;
  }

  public boolean isAvailable() {
    return info().number(AVAILABLE) != 0;
  }

  public boolean hasEventTimes() {
    return (info().number(QUEUE_PROPERTIES) & PROFILING) != 0 && number(Property.TIMER_NANOS) > 0;
  }

  public boolean has(String extension) {
    return List.of(info().text(EXTENSIONS).split("\\s+")).contains(extension);
  }

  /** Requirement of evo that the device lacks, as text; empty for a device that can be used. */
  public Optional<String> lack() {
    if (!isAvailable()) {
      return Optional.of("is not available");
    }
    if (info().number(COMPILER_AVAILABLE) == 0) {
      return Optional.of("has no compiler");
    }
    return has("cl_khr_fp64")
        ? Optional.empty()
        : Optional.of("has no double precision (cl_khr_fp64), in which evo compares results");
  }

  /** Number of a property; 0 where the device does not tell it. */
  public long number(Property property) {
    return info().number(property.number);
  }

  public long[] numbers(Property property) {
    return info().longs(property.number);
  }

  /** UUID as NVIDIA writes it, for example {@code GPU-…}; empty where unknown. */
  public Optional<String> uuid() {
    return has("cl_khr_device_uuid")
        ? info()
            .bytes(UUID)
            .filter(bytes -> bytes.length == 2 * Long.BYTES)
            .map(ByteBuffer::wrap)
            .map(bytes -> "GPU-" + new java.util.UUID(bytes.getLong(), bytes.getLong()))
        : Optional.empty();
  }

  private ObjectInfo info() {
    return new ObjectInfo("clGetDeviceInfo", handle);
  }
}
