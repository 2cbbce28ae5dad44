package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Span;
import dev.evokernel.kernel.data.Argument;

/**
 * Scratch memory of one candidate on one shape: for each scratch argument a zeroed allocation
 * between two guards.
 */
final class ScratchMemory implements AutoCloseable {

  private static final long GUARD = BufferLayout.GUARD;

  private record Piece(ClMemory memory, ClMemory part, RegionDigests guards, List<Long> sound)
      implements AutoCloseable {
    boolean isDamaged() {
      return !guards.compute().equals(sound);
    }

    @Override
    public void close() {
      guards.close();
      part.close();
      memory.close();
    }
  }

  private final ClContext context;
  private final Inspection inspection;
  private final Map<String, Piece> pieces = new LinkedHashMap<>();

  ScratchMemory(ClContext context, Inspection inspection) {
    this.context = context;
    this.inspection = inspection;
  }

  /**
   * Allocates the memory of an argument, which all launches of the candidate share; empty for no
   * elements.
   *
   * @throws RejectionException if the device cannot hold it
   */
  Optional<ClMemory> of(Argument.Scratch argument, long elements) {
    if (elements < 0) {
      throw RejectionException.launchFailure(
          "The scratch memory '%s' would have %d elements. Add a constraint."
              .formatted(argument.name(), elements));
    }
    return elements == 0
        ? Optional.empty()
        : Optional.of(
            pieces
                .computeIfAbsent(
                    argument.name(), name -> piece(name, argument.type().bytes(elements)))
                .part());
  }

  private Piece piece(String name, long bytes) {
    ClMemory memory =
        context.allocateForCandidate(
            bytes + 2 * GUARD, "%,d MiB of scratch memory for '%s'".formatted(bytes >> 20, name));
    context.fill(memory, 0, GUARD, GuardFill.FINITE.value());
    context.fill(memory, GUARD, bytes, (byte) 0);
    context.fill(memory, GUARD + bytes, GUARD, GuardFill.FINITE.value());
    RegionDigests guards =
        inspection.digests(memory, List.of(new Span(0, GUARD), new Span(GUARD + bytes, GUARD)));
    return new Piece(memory, context.part(memory, GUARD, bytes), guards, guards.compute());
  }

  /** Name of the first piece with overwritten guards; empty after closing. */
  Optional<String> damaged() {
    return pieces.entrySet().stream()
        .filter(piece -> piece.getValue().isDamaged())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  @Override
  public void close() {
    pieces.values().forEach(Piece::close);
    pieces.clear();
  }
}
