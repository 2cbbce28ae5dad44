package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.machine;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoH;
import static jcuda.driver.JCudaDriver.cuMemsetD8Async;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.cuda.driver.Handles;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import jcuda.Pointer;

/**
 * Launches a candidate again and again on the same inputs and looks at every launch, but waits for
 * many at once: poisoning, launch, digests and their comparison are queued one behind the other.
 *
 * <p>The outputs of the first launch that left something else are kept in the second set of buffers
 * by the device, and come back to the first.
 */
final class Repetitions implements AutoCloseable {

  /** Launches that are queued before the device is waited for. */
  private static final int QUEUED = 64;

  /** What one launch left that was not right. */
  record Different(int launch, CandidateMemory.Findings findings) {}

  /** What follows one of the queued launches. */
  private record Check(Call digest, Call keep) {}

  private final CandidateMemory memory;
  private final Inspection inspection;
  private final Layout layout;
  private final Handles.Stream stream;
  private final Regions outputs;
  private final int words;

  /** The first different launch, then the digests of each of the queued ones. */
  private final Memory found;

  private final Memory right;
  private final List<Check> checks = new ArrayList<>();
  private long[] uploaded = {};

  Repetitions(CandidateMemory memory, Inspection inspection, Layout layout, Handles.Stream stream) {
    this.memory = memory;
    this.inspection = inspection;
    this.layout = layout;
    this.stream = stream;
    this.words = memory.launched().regions().count();
    this.outputs =
        Regions.of(
            layout.outputs().stream().map(slot -> memory.data(BufferSet.FIRST, slot)).toList());
    this.found = Memory.allocate((1 + (long) QUEUED * words) * Long.BYTES);
    this.right = Memory.allocate((long) words * Long.BYTES);
  }

  /**
   * @param before what the launch before all of these left, which was right
   * @return the first one that left something else; the first set's outputs are as it left them
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
    machine(cuMemsetD8Async(found.at(0), (byte) -1, Long.BYTES, stream), "clearing results");
    machine(
        cuMemsetD8Async(digests(0), (byte) 0, (long) launches * words * Long.BYTES, stream),
        "clearing results");
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
    for (Layout.Slot output : layout.outputs()) {
      machine(
          cuMemcpyDtoDAsync(
              memory.at(BufferSet.FIRST, output),
              memory.at(BufferSet.SECOND, output),
              output.bytes(),
              stream),
          "copying outputs");
    }
    LongStream left = Arrays.stream(results, 1 + first * words, 1 + (first + 1) * words);
    return Optional.of(
        new Different(
            done + first, CandidateMemory.findings(memory.launched(), left.boxed().toList())));
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
