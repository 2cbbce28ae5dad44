package dev.evokernel.backend;

import java.util.List;
import java.util.Optional;

/**
 * What the program that built a binary says of its launch. It takes the place of what {@code
 * kernel.yaml} says; where it says nothing, that stays in force.
 *
 * @param entry the function in the binary; empty for the kernel's
 * @param grid in blocks, up to three sizes; empty for the kernel's
 * @param block in threads, up to three sizes; empty for the kernel's
 * @param cluster in blocks, up to three sizes; empty for the kernel's
 * @param shared dynamic shared memory of a block in bytes
 * @param cooperative whether all blocks run at once; absent for what the kernel says, as below
 * @param carveout the shared memory of a multiprocessor in percent of what it can be
 * @param arguments the names of those of the kernel's arguments that the function takes, in its
 *     order; absent for all of them
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

  /** Of a binary that evo's own compiler made. */
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
   * An argument that no {@code kernel.yaml} lists, such as the pointers that a compiler of another
   * language appends.
   *
   * @param type an element type's label, or {@code pointer} for the null pointer
   * @param value of the number
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

  /** The function's name. */
  public String entryOr(String kernels) {
    return entry.isEmpty() ? kernels : entry;
  }
}
