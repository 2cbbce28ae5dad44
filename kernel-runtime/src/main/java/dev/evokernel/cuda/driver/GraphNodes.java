package dev.evokernel.cuda.driver;

import static dev.evokernel.cuda.driver.Status.candidate;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * Launches of a recorded graph in which every node except the first depends on exactly one other.
 */
public final class GraphNodes {

  private static final int KERNEL = 0; // CU_GRAPH_NODE_TYPE_KERNEL

  private GraphNodes() {}

  /** Lists the nodes that launch kernels, in order. */
  public static List<MemorySegment> launches(Handles.Graph graph) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      candidate(
          DriverCalls.call("cuGraphGetNodes", graph.value(), MemorySegment.NULL, count),
          "counting a graph's nodes");
      long nodes = count.get(JAVA_LONG, 0);
      MemorySegment all = arena.allocate(ADDRESS, nodes);
      candidate(
          DriverCalls.call("cuGraphGetNodes", graph.value(), all, count),
          "asking for a graph's nodes");
      count.set(JAVA_LONG, 0, nodes - 1);
      MemorySegment from = arena.allocate(ADDRESS, nodes);
      MemorySegment to = arena.allocate(ADDRESS, nodes);
      candidate(
          DriverCalls.call("cuGraphGetEdges", graph.value(), from, to, count),
          "asking for a graph's edges");
      Map<Long, Long> next = new HashMap<>();
      Map<Long, Long> previous = new HashMap<>();
      for (int i = 0; i < nodes - 1; i++) {
        next.put(at(from, i), at(to, i));
        previous.put(at(to, i), at(from, i));
      }
      var ordered = new ArrayList<MemorySegment>();
      for (Long node = first(all, nodes, previous); node != null; node = next.get(node)) {
        MemorySegment handle = MemorySegment.ofAddress(node);
        if (isLaunch(handle, arena)) {
          ordered.add(handle);
        }
      }
      return ordered;
    }
  }

  private static long first(MemorySegment all, long nodes, Map<Long, Long> previous) {
    for (int i = 0; i < nodes; i++) {
      if (!previous.containsKey(at(all, i))) {
        return at(all, i);
      }
    }
    throw new IllegalStateException("A recorded graph has no first node.");
  }

  private static boolean isLaunch(MemorySegment node, Arena arena) {
    MemorySegment type = arena.allocate(JAVA_INT);
    candidate(
        DriverCalls.call("cuGraphNodeGetType", node, type),
        "asking for the type of a graph's node");
    return type.get(JAVA_INT, 0) == KERNEL;
  }

  private static long at(MemorySegment nodes, long index) {
    return nodes.getAtIndex(ADDRESS, index).address();
  }
}
