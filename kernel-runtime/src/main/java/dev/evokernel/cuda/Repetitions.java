package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.CandidateBuffers;
import jcuda.Pointer;

/**
 * Repeated launches of a candidate on the same inputs. Every launch is checked, but the host waits
 * for many at once: poisoning, launch, digests and their comparison are queued one after another.
 *
 * <p>The device keeps the outputs of the first differing launch in the second set of buffers.
 * Afterwards they are copied to the first set.
 */
final class Repetitions implements AutoCloseable {

  private static final int QUEUED = 64;

  private record Check(Call digest, Call keep) {}

  private final CandidateBuffers<Handles.Address> buffers;
  private final Inspection inspection;
  private final BufferLayout layout;
  private final Regions outputs;
  private final Regions watched;
  private final int words;

  /** Number of the first differing launch, then the digests of each queued launch. */
  private final Memory found;

  private final Memory right;
  private final List<Check> checks = new ArrayList<>();
  private List<Long> uploaded = List.of();

  Repetitions(
      CandidateBuffers<Handles.Address> buffers, Inspection inspection, BufferLayout layout) {
    this.buffers = buffers;
    this.inspection = inspection;
    this.layout = layout;
    this.watched = Regions.of(buffers.launched());
    this.words = watched.count();
    this.outputs =
        Regions.of(layout.outputs().stream().map(buffers.of(BufferSet.FIRST)::data).toList());
    this.found = Memory.allocate((1 + (long) QUEUED * words) * Long.BYTES);
    this.right = Memory.allocate((long) words * Long.BYTES);
  }

  /**
   * Launches repeatedly; the digests of the last launch are then those of the buffers.
   *
   * @param digests of all that a right launch can have touched
   * @return the position of the first differing launch, whose outputs are then in the first set
   */
  OptionalInt of(TimedLaunch launch, List<Long> digests, GuardFill guards, int launches) {
    expect(digests);
    buffers.poison(guards);
    for (int done = 0; done < launches; done += QUEUED) {
      OptionalInt different = some(launch, guards, Math.min(QUEUED, launches - done));
      if (different.isPresent()) {
        return OptionalInt.of(done + different.getAsInt());
      }
    }
    buffers.found(digests);
    return OptionalInt.empty();
  }

  private OptionalInt some(TimedLaunch launch, GuardFill guards, int launches) {
    inspection.fill(found.at(0), Long.BYTES, (byte) -1);
    inspection.fill(digests(0), (long) launches * words * Long.BYTES, (byte) 0);
    for (int i = 0; i < launches; i++) {
      Check check = check(i);
      buffers.poison(BufferSet.FIRST, guards);
      launch.queue();
      inspection.run(check.digest());
      inspection.run(check.keep());
    }
    launch.await();
    long[] results = new long[1 + launches * words];
    machine(
        cuMemcpyDtoH(Pointer.to(results), found.at(0), (long) results.length * Long.BYTES),
        "reading results");
    int first = (int) results[0];
    if (first < 0) {
      return OptionalInt.empty();
    }
    for (BufferLayout.Slot output : layout.outputs()) {
      inspection.copy(
          buffers.at(BufferSet.SECOND, output),
          buffers.at(BufferSet.FIRST, output),
          output.bytes());
    }
    buffers.found(
        Arrays.stream(results, 1 + first * words, 1 + (first + 1) * words).boxed().toList());
    return OptionalInt.of(first);
  }

  private Handles.Address digests(int launch) {
    return found.at((1 + (long) launch * words) * Long.BYTES);
  }

  private void expect(List<Long> digests) {
    if (!digests.equals(uploaded)) {
      long[] words = digests.stream().mapToLong(Long::longValue).toArray();
      Memory.upload(MemorySegment.ofArray(words), right.at(0));
      uploaded = digests;
    }
  }

  private long distance() {
    BufferLayout.Slot any = layout.outputs().getFirst();
    return buffers.at(BufferSet.SECOND, any).value() - buffers.at(BufferSet.FIRST, any).value();
  }

  private Check check(int launch) {
    while (checks.size() <= launch) {
      int next = checks.size();
      checks.add(
          new Check(
              inspection.digest(watched, digests(next)),
              inspection.keep(
                  outputs, distance(), digests(next), right.at(0), words, next, found.at(0))));
    }
    return checks.get(launch);
  }

  @Override
  public void close() {
    watched.close();
    outputs.close();
    found.close();
    right.close();
  }
}
