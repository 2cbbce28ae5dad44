package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceMemory;
import jcuda.Pointer;

/**
 * Repeated launches of a candidate on the same inputs. Every launch is checked, but the host waits
 * for many at once: poisoning, launch, digests and their comparison are queued one after another.
 *
 * <p>The device keeps the outputs of the first differing launch in the second set of buffers.
 * Afterwards they are copied to the first set.
 */
final class Repetitions implements AutoCloseable {

  /** Launches that are queued before the host waits. */
  private static final int QUEUED = 64;

  record Different(int launch, CandidateMemory.Findings findings) {}

  private record Check(Call digest, Call keep) {}

  private final CandidateMemory memory;
  private final Inspection inspection;
  private final BufferLayout layout;
  private final Regions outputs;
  private final int words;

  /** Number of the first differing launch, then the digests of each queued launch. */
  private final Memory found;

  private final Memory right;
  private final List<Check> checks = new ArrayList<>();
  private long[] uploaded = {};

  Repetitions(CandidateMemory memory, Inspection inspection, BufferLayout layout) {
    this.memory = memory;
    this.inspection = inspection;
    this.layout = layout;
    this.words = memory.launched().regions().count();
    this.outputs =
        Regions.of(
            layout.outputs().stream().map(slot -> memory.data(BufferSet.FIRST, slot)).toList());
    this.found = Memory.allocate((1 + (long) QUEUED * words) * Long.BYTES);
    this.right = Memory.allocate((long) words * Long.BYTES);
  }

  /**
   * @param before the findings of the launch before, which was right
   * @return the first differing launch, whose outputs are then in the first set
   */
  Optional<Different> of(
      TimedLaunch launch, CandidateMemory.Findings before, GuardFill guards, int launches) {
    expect(CandidateMemory.digests(memory.asBefore(before, guards), memory.launched()));
    memory.poison(guards);
    Optional<Different> different = Optional.empty();
    for (int done = 0; done < launches && different.isEmpty(); done += QUEUED) {
      different = some(launch, guards, Math.min(QUEUED, launches - done), done);
    }
    return different;
  }

  private Optional<Different> some(TimedLaunch launch, GuardFill guards, int launches, int done) {
    inspection.fill(found.at(0), Long.BYTES, (byte) -1);
    inspection.fill(digests(0), (long) launches * words * Long.BYTES, (byte) 0);
    for (int i = 0; i < launches; i++) {
      Check check = check(i);
      memory.poisonFirst(guards);
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
      return Optional.empty();
    }
    for (BufferLayout.Slot output : layout.outputs()) {
      inspection.copy(
          memory.at(BufferSet.SECOND, output), memory.at(BufferSet.FIRST, output), output.bytes());
    }
    List<Long> left =
        Arrays.stream(results, 1 + first * words, 1 + (first + 1) * words).boxed().toList();
    return Optional.of(
        new Different(
            done + first,
            CandidateMemory.findings(
                memory.launched(), new DeviceMemory.Findings(left, List.of()))));
  }

  private Handles.Address digests(int launch) {
    return found.at((1 + (long) launch * words) * Long.BYTES);
  }

  private void expect(long[] digests) {
    if (!Arrays.equals(digests, uploaded)) {
      Memory.upload(MemorySegment.ofArray(digests), right.at(0));
      uploaded = digests;
    }
  }

  private Check check(int launch) {
    while (checks.size() <= launch) {
      int next = checks.size();
      checks.add(
          new Check(
              inspection.digest(memory.launched().regions(), digests(next)),
              inspection.keep(
                  outputs,
                  memory.distance(),
                  digests(next),
                  right.at(0),
                  words,
                  next,
                  found.at(0))));
    }
    return checks.get(launch);
  }

  @Override
  public void close() {
    outputs.close();
    found.close();
    right.close();
  }
}
