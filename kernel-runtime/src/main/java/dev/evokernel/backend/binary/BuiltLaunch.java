package dev.evokernel.backend.binary;

import java.util.List;
import java.util.Optional;

/**
 * Launch that the build program of a binary described. Each empty component leaves {@code
 * kernel.yaml} in force.
 *
 * @param grid in blocks, up to three sizes
 * @param block in threads, up to three sizes
 * @param cluster in blocks, up to three sizes
 * @param shared dynamic shared memory of a block in bytes
 * @param carveout the shared memory of a multiprocessor in percent of its maximum
 * @param arguments the names of the kernel's arguments that the function takes, in the function's
 *     order
 * @param hidden the arguments that follow these
 */
public record BuiltLaunch(
    String entry,
    List<Long> grid,
    List<Long> block,
    List<Long> cluster,
    Optional<Long> shared,
    Optional<Boolean> cooperative,
    Optional<Long> carveout,
    Optional<List<String>> arguments,
    List<Hidden> hidden) {

  /** Launch of a binary that evo's own compiler made. */
  public static final BuiltLaunch NONE =
      new BuiltLaunch(
          "",
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /**
   * Argument that {@code kernel.yaml} does not list, such as a pointer that the compiler of another
   * language appends.
   *
   * @param type an element type's label, or {@code pointer} for the null pointer
   */
  public record Hidden(String type, double value) {

    public static final String POINTER = "pointer";

    public boolean isPointer() {
      return type.equals(POINTER);
    }
  }

  public BuiltLaunch {
    grid = List.copyOf(grid);
    block = List.copyOf(block);
    cluster = List.copyOf(cluster);
    arguments = arguments.map(List::copyOf);
    hidden = List.copyOf(hidden);
  }

  public String entryOr(String kernels) {
    return entry.isEmpty() ? kernels : entry;
  }
}
