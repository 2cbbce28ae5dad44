package dev.evokernel.backend.memory;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.memory.DeviceMemory.Digests;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.kernel.Argument;
import org.jspecify.annotations.Nullable;

/**
 * Scratch memory of one candidate on one shape: for each scratch argument a zeroed allocation
 * between two guards.
 */
public abstract class ScratchMemory<M> implements AutoCloseable {

  public record Piece<M>(String argument, M memory, List<Region<M>> guards, Runnable free) {}

  private record Watched(Digests guards, List<Long> sound) {}

  private final List<Piece<M>> pieces = new ArrayList<>();
  private @Nullable Watched watched;

  /**
   * Allocates zeroed memory between guards.
   *
   * @throws RejectionException if the device cannot hold it
   */
  protected abstract Piece<M> zeroed(String argument, long bytes);

  /**
   * Allocates the memory of an argument, which all calls of the candidate share; empty for no
   * elements.
   *
   * @throws RejectionException if the device cannot hold it
   */
  public final Optional<M> of(Argument.Scratch argument, long elements) {
    if (elements < 0) {
      throw RejectionException.launchFailure(
          "The scratch memory '%s' would have %d elements. Add a constraint."
              .formatted(argument.name(), elements));
    }
    if (elements == 0) {
      return Optional.empty();
    }
    return pieces.stream()
        .filter(piece -> piece.argument().equals(argument.name()))
        .findFirst()
        .or(() -> Optional.of(keep(zeroed(argument.name(), argument.type().bytes(elements)))))
        .map(Piece::memory);
  }

  protected final Piece<M> keep(Piece<M> piece) {
    pieces.add(piece);
    return piece;
  }

  public final void watch(DeviceMemory<M> device) {
    if (!pieces.isEmpty()) {
      Digests guards = device.digests(pieces.stream().flatMap(p -> p.guards().stream()).toList());
      watched = new Watched(guards, guards.compute());
    }
  }

  /** Name of the first piece with overwritten guards; empty after closing. */
  public final Optional<String> damaged() {
    Watched known = watched;
    if (known == null) {
      return Optional.empty();
    }
    List<Long> now = known.guards().compute();
    return IntStream.range(0, now.size())
        .filter(i -> !now.get(i).equals(known.sound().get(i)))
        .mapToObj(i -> pieces.get(i / 2).argument())
        .findFirst();
  }

  @Override
  public final void close() {
    pieces.forEach(piece -> piece.free().run());
    pieces.clear();
    if (watched != null) {
      watched.guards().close();
      watched = null;
    }
  }
}
