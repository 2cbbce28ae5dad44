package dev.evokernel.cuda;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

/** Structures that describe a launch to the driver. */
public final class LaunchConfiguration {

  /** {@code CUlaunchConfig}. */
  static final StructLayout CONFIG =
      MemoryLayout.structLayout(
          JAVA_INT.withName("gridDimX"),
          JAVA_INT.withName("gridDimY"),
          JAVA_INT.withName("gridDimZ"),
          JAVA_INT.withName("blockDimX"),
          JAVA_INT.withName("blockDimY"),
          JAVA_INT.withName("blockDimZ"),
          JAVA_INT.withName("sharedMemBytes"),
          MemoryLayout.paddingLayout(4),
          ADDRESS.withName("hStream"),
          ADDRESS.withName("attrs"),
          JAVA_INT.withName("numAttrs"),
          MemoryLayout.paddingLayout(4));

  /**
   * {@code CUlaunchAttribute}. Its value of 64 bytes is a number, or the dimensions of a cluster.
   */
  static final StructLayout ATTRIBUTE =
      MemoryLayout.structLayout(
          JAVA_INT.withName("id"),
          MemoryLayout.paddingLayout(4),
          JAVA_INT.withName("valueX"),
          JAVA_INT.withName("valueY"),
          JAVA_INT.withName("valueZ"),
          MemoryLayout.paddingLayout(52));

  /** {@code CUDA_KERNEL_NODE_PARAMS_v2}. */
  static final StructLayout NODE =
      MemoryLayout.structLayout(
          ADDRESS.withName("func"),
          JAVA_INT.withName("gridDimX"),
          JAVA_INT.withName("gridDimY"),
          JAVA_INT.withName("gridDimZ"),
          JAVA_INT.withName("blockDimX"),
          JAVA_INT.withName("blockDimY"),
          JAVA_INT.withName("blockDimZ"),
          JAVA_INT.withName("sharedMemBytes"),
          MemoryLayout.paddingLayout(4),
          ADDRESS.withName("kernelParams"),
          ADDRESS.withName("extra"),
          ADDRESS.withName("kern"),
          ADDRESS.withName("ctx"));

  static final int CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2;
  static final int CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4;

  private LaunchConfiguration() {}

  static MemorySegment of(Call call, Handles.Stream stream, Arena arena) {
    MemorySegment config = arena.allocate(CONFIG);
    put(CONFIG, config, "gridDim", call.grid());
    put(CONFIG, config, "blockDim", call.block());
    config.set(JAVA_INT, offset(CONFIG, "sharedMemBytes"), call.shared());
    config.set(ADDRESS, offset(CONFIG, "hStream"), stream.value());
    MemorySegment attributes = arena.allocate(ATTRIBUTE, 2);
    int count = 0;
    if (call.cluster().isPresent()) {
      MemorySegment attribute = attribute(attributes, count++);
      attribute.set(JAVA_INT, offset(ATTRIBUTE, "id"), CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
      put(ATTRIBUTE, attribute, "value", call.cluster().get());
    }
    if (call.cooperative()) {
      MemorySegment attribute = attribute(attributes, count++);
      attribute.set(JAVA_INT, offset(ATTRIBUTE, "id"), CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
      attribute.set(JAVA_INT, offset(ATTRIBUTE, "valueX"), 1);
    }
    config.set(ADDRESS, offset(CONFIG, "attrs"), count == 0 ? MemorySegment.NULL : attributes);
    config.set(JAVA_INT, offset(CONFIG, "numAttrs"), count);
    return config;
  }

  static MemorySegment ofNode(Call call, Arena arena) {
    MemorySegment node = arena.allocate(NODE);
    node.set(ADDRESS, offset(NODE, "func"), call.function().value());
    put(NODE, node, "gridDim", call.grid());
    put(NODE, node, "blockDim", call.block());
    node.set(JAVA_INT, offset(NODE, "sharedMemBytes"), call.shared());
    node.set(ADDRESS, offset(NODE, "kernelParams"), call.pointers(arena));
    return node;
  }

  private static MemorySegment attribute(MemorySegment attributes, int position) {
    return attributes.asSlice(position * ATTRIBUTE.byteSize(), ATTRIBUTE);
  }

  private static void put(
      StructLayout layout, MemorySegment struct, String name, Call.Extents extents) {
    struct.set(JAVA_INT, offset(layout, name + "X"), extents.x());
    struct.set(JAVA_INT, offset(layout, name + "Y"), extents.y());
    struct.set(JAVA_INT, offset(layout, name + "Z"), extents.z());
  }

  static long offset(StructLayout layout, String name) {
    return layout.byteOffset(groupElement(name));
  }
}
