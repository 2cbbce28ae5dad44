package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static jcuda.driver.CUevent_record_flags.CU_EVENT_RECORD_EXTERNAL;
import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventDestroy;
import static jcuda.driver.JCudaDriver.cuEventElapsedTime;
import static jcuda.driver.JCudaDriver.cuEventRecordWithFlags;
import static jcuda.driver.JCudaDriver.cuGraphDestroy;
import static jcuda.driver.JCudaDriver.cuGraphExecDestroy;
import static jcuda.driver.JCudaDriver.cuGraphInstantiate;
import static jcuda.driver.JCudaDriver.cuGraphLaunch;
import static jcuda.driver.JCudaDriver.cuGraphUpload;
import static jcuda.driver.JCudaDriver.cuStreamBeginCapture;
import static jcuda.driver.JCudaDriver.cuStreamEndCapture;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.evokernel.cuda.driver.Handles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcuda.driver.CUevent;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;

/**
 * One call and the graphs that repeat it.
 *
 * <p>A launch costs the host some 8 µs, and a short kernel takes less. So launches are recorded
 * into graphs, which the device runs by itself. The events between which time is measured are nodes
 * too, the first of the first graph and the last of the last one, so that the host's time to start
 * a graph or to query an event is not included. The start of the first launch and the end of the
 * last are, together 2 µs on an H200 for any kernel: 1 % of a sample of 200 µs.
 */
final class TimedLaunch implements AutoCloseable {

  /** Launches of one graph at most; more replay a graph of this many. */
  private static final int CHUNK = 128;

  /** What a graph repeats. */
  private enum Content {
    LAUNCH,
    FLUSH,
    FLUSH_AND_LAUNCH
  }

  /**
   * The content of a graph.
   *
   * @param count how many times the content
   * @param starts whether it begins with the event from which time is counted
   * @param ends whether it ends with the event to which time is counted
   */
  private record Recording(Content content, int count, boolean starts, boolean ends) {}

  private final Call call;
  private final ScratchMemory scratch;
  private final String name;
  private final Handles.Stream stream;
  private final L2Flush flush;
  private final CUevent start = event();
  private final CUevent end = event();
  private final Map<Recording, CUgraphExec> graphs = new HashMap<>();

  /**
   * @param scratch the call's; closed along with this
   */
  TimedLaunch(Call call, ScratchMemory scratch, String name, Handles.Stream stream, L2Flush flush) {
    this.call = call;
    this.scratch = scratch;
    this.name = name;
    this.stream = stream;
    this.flush = flush;
  }

  Call call() {
    return call;
  }

  ScratchMemory scratch() {
    return scratch;
  }

  /** Launches once and waits. */
  void once() {
    candidate(call.launch(stream), "launching " + this);
    await();
  }

  /** Nanoseconds of {@code launches} launches, one right after the other. */
  long time(int launches) {
    return time(Content.LAUNCH, launches);
  }

  /** Nanoseconds of {@code launches} launches, the second-level cache flushed before each. */
  long timeCold(int launches) {
    var _ = flush.buffer();
    return ColdTime.nanos(
        new ColdTime.Clock() {
          @Override
          public long alone() {
            return replay(
                List.of(
                    graph(new Recording(Content.FLUSH, 1, false, false)),
                    graph(new Recording(Content.LAUNCH, 1, true, true))));
          }

          @Override
          public long flushesAndLaunches(int count) {
            return time(Content.FLUSH_AND_LAUNCH, count);
          }

          @Override
          public long flushes(int count) {
            return time(Content.FLUSH, count);
          }
        },
        launches);
  }

  private long time(Content content, int count) {
    int first = (count - 1) % CHUNK + 1;
    int replays = (count - first) / CHUNK;
    var queue = new ArrayList<CUgraphExec>();
    queue.add(graph(new Recording(content, first, true, replays == 0)));
    for (int i = 1; i <= replays; i++) {
      queue.add(graph(new Recording(content, CHUNK, false, i == replays)));
    }
    return replay(queue);
  }

  /** The nanoseconds between the two events that the graphs hold. */
  private long replay(List<CUgraphExec> queue) {
    for (CUgraphExec graph : queue) {
      candidate(cuGraphLaunch(graph, stream), "replaying " + this);
    }
    await();
    float[] milliseconds = new float[1];
    candidate(cuEventElapsedTime(milliseconds, start, end), "reading the events");
    return Math.round(milliseconds[0] * 1e6);
  }

  @Override
  public void close() {
    graphs.values().forEach(graph -> cuGraphExecDestroy(graph));
    cuEventDestroy(start);
    cuEventDestroy(end);
    scratch.close();
  }

  /** For example {@code gemm with a grid of 64×1×1 blocks of 128×1×1 threads …}. */
  @Override
  public String toString() {
    return "%s with a grid of %s blocks%s of %s threads and %d bytes of dynamic shared memory"
        .formatted(
            name,
            call.grid(),
            call.cluster().map(cluster -> " in clusters of " + cluster).orElse(""),
            call.block(),
            call.shared());
  }

  private CUgraphExec graph(Recording recording) {
    return graphs.computeIfAbsent(recording, this::record);
  }

  private CUgraphExec record(Recording recording) {
    candidate(
        cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "starting a recording");
    int status = recording.starts() ? record(start) : CUDA_SUCCESS;
    for (int i = 0; i < recording.count() && status == CUDA_SUCCESS; i++) {
      status = record(recording.content());
    }
    if (recording.ends() && status == CUDA_SUCCESS) {
      status = record(end);
    }
    var graph = new CUgraph();
    int ended = cuStreamEndCapture(stream, graph);
    candidate(status, "recording " + this);
    candidate(ended, "recording " + this);
    var executable = new CUgraphExec();
    int instantiated = cuGraphInstantiate(executable, graph, 0);
    cuGraphDestroy(graph);
    candidate(instantiated, "preparing the replay of " + this);
    candidate(cuGraphUpload(executable, stream), "preparing the replay of " + this);
    return executable;
  }

  private int record(Content content) {
    return switch (content) {
      case LAUNCH -> call.launch(stream);
      case FLUSH -> flush.enqueue(stream);
      case FLUSH_AND_LAUNCH -> {
        int flushed = flush.enqueue(stream);
        yield flushed == CUDA_SUCCESS ? call.launch(stream) : flushed;
      }
    };
  }

  private int record(CUevent event) {
    return cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL);
  }

  private void await() {
    candidate(cuStreamSynchronize(stream), "running " + this);
  }

  private static CUevent event() {
    var event = new CUevent();
    candidate(cuEventCreate(event, 0), "creating an event");
    return event;
  }
}
