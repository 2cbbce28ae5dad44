package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuMemsetD8;

import module java.base;

import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.data.Argument;
import org.jspecify.annotations.Nullable;

/**
 * Scratch memory of one candidate on one shape: for each scratch argument a zeroed allocation
 * between two guards.
 */
final class ScratchMemory implements AutoCloseable {

  private record Piece(String name, Memory memory, long guard, long bytes) {
    Regions.Region before() {
      return new Regions.Region(memory.at(0), guard);
    }

    Regions.Region behind() {
      return new Regions.Region(memory.at(guard + bytes), guard);
    }
  }

  private record Watched(Inspection.Look look, List<Long> sound) {}

  private final long guard;
  private final List<Piece> pieces = new ArrayList<>();
  private @Nullable Watched watched;

  /**
   * @param guard bytes before and after each piece; 0 under a tool that detects stray writes itself
   */
  ScratchMemory(long guard) {
    this.guard = guard;
  }

  /**
   * Allocates the memory of an argument, which all calls of the candidate share.
   *
   * @return the null pointer for no elements
   */
  Handles.Address allocate(Argument.Scratch argument, long elements) {
    if (elements == 0) {
      return new Handles.Address();
    }
    if (elements < 0) {
      throw RejectionException.launchFailure(
          "The scratch memory '%s' would have %d elements. Add a constraint."
              .formatted(argument.name(), elements));
    }
    for (Piece piece : pieces) {
      if (piece.name().equals(argument.name())) {
        return piece.memory().at(guard);
      }
    }
    long bytes = argument.type().bytes(elements);
    String doing =
        "allocating %d MiB of scratch memory for '%s'".formatted(bytes >> 20, argument.name());
    Memory memory = Memory.ofCandidate(bytes + 2 * guard, doing);
    pieces.add(new Piece(argument.name(), memory, guard, bytes));
    machine(cuMemsetD8(memory.at(0), GuardFill.FINITE.value(), memory.bytes()), doing);
    machine(cuMemsetD8(memory.at(guard), (byte) 0, bytes), doing);
    machine(cuCtxSynchronize(), doing);
    return memory.at(guard);
  }

  /** Copies an array of pointers to memory of its own, which no launch may change. */
  Handles.Address upload(String argument, long[] pointers) {
    MemorySegment content = MemorySegment.ofArray(pointers);
    long watched = guard + content.byteSize();
    Memory memory = Memory.ofCandidate(2 * watched, "allocating the pointers '" + argument + "'");
    pieces.add(new Piece(argument, memory, watched, 0));
    try (Arena arena = Arena.ofConfined()) {
      Memory.upload(
          arena.allocate(content.byteSize(), Long.BYTES).copyFrom(content), memory.at(guard));
    }
    return memory.at(guard);
  }

  /** Records the digests of the guards before the first launch. */
  void watch(Inspection inspection) {
    if (!pieces.isEmpty()) {
      Regions guards =
          Regions.of(
              pieces.stream().flatMap(piece -> Stream.of(piece.before(), piece.behind())).toList());
      Inspection.Look look = inspection.look(guards, List.of());
      watched = new Watched(look, inspection.find(look).digests());
    }
  }

  /** Name of the first piece with overwritten guards; empty after closing. */
  Optional<String> damaged(Inspection inspection) {
    Watched known = watched;
    if (known == null) {
      return Optional.empty();
    }
    List<Long> now = inspection.find(known.look()).digests();
    return IntStream.range(0, now.size())
        .filter(i -> !now.get(i).equals(known.sound().get(i)))
        .mapToObj(i -> pieces.get(i / 2).name())
        .findFirst();
  }

  @Override
  public void close() {
    pieces.forEach(piece -> piece.memory().close());
    pieces.clear();
    if (watched != null) {
      watched.look().watched().close();
      watched = null;
    }
  }
}
