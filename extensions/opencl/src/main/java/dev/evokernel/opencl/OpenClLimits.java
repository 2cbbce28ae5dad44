package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Limit;
import dev.evokernel.opencl.ClDevice.Property;

/** Limits of a device, from its driver; the caches of a processor from the backend {@code cpu}. */
final class OpenClLimits {

  private static final String CPU = "cpu";
  private static final long WIDEST_LOAD = 16;

  private OpenClLimits() {}

  static DeviceLimits of(ClDevice device) {
    var values = new EnumMap<Limit, Long>(Limit.class);
    long cache = device.number(Property.GLOBAL_CACHE_BYTES);
    for (Limit cached : List.of(Limit.L1_BYTES, Limit.L2_BYTES, Limit.L3_BYTES)) {
      values.put(cached, cache);
    }
    values.put(Limit.VECTOR_BYTES, WIDEST_LOAD);
    if (device.isProcessor()) {
      values.putAll(caches());
      values.put(
          Limit.VECTOR_BYTES,
          Math.max(WIDEST_LOAD, Float.BYTES * device.number(Property.FLOAT_VECTOR)));
    }
    values.put(Limit.CORES, Math.max(1, device.number(Property.COMPUTE_UNITS)));
    values.put(Limit.WARP_SIZE, subGroup(device));
    values.put(Limit.MAX_THREADS, device.number(Property.WORK_GROUP_SIZE));
    values.put(Limit.SHARED_MEMORY, device.number(Property.LOCAL_BYTES));
    values.put(Limit.REGISTERS, device.number(Property.REGISTERS));
    values.put(Limit.MEMORY, device.number(Property.GLOBAL_BYTES));
    values.put(
        Limit.COMPUTE_CAPABILITY,
        10 * device.number(Property.CAPABILITY_MAJOR) + device.number(Property.CAPABILITY_MINOR));
    return new DeviceLimits(values);
  }

  /**
   * Work-items that a kernel may let exchange values without a barrier: those of a sub-group, and 1
   * where the device offers none.
   */
  private static long subGroup(ClDevice device) {
    boolean offered =
        device.has("cl_khr_subgroups")
            || device.has("cl_intel_subgroups")
            || device.number(Property.SUB_GROUPS) > 0;
    return offered
        ? LongStream.concat(
                LongStream.of(device.numbers(Property.SUB_GROUP_SIZES)),
                LongStream.of(
                    device.number(Property.WARP),
                    device.number(Property.WAVEFRONT),
                    device.number(Property.GROUP_MULTIPLE)))
            .filter(size -> size > 0)
            .findFirst()
            .orElse(1)
        : 1;
  }

  static Optional<DeviceIdentity> processor() {
    return Backend.named(CPU).devices().stream().findFirst();
  }

  private static Map<Limit, Long> caches() {
    return processor()
        .flatMap(identity -> Backend.named(CPU).limits(identity))
        .map(DeviceLimits::values)
        .orElse(Map.of());
  }
}
