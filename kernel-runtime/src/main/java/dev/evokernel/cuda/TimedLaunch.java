package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static jcuda.driver.CUevent_record_flags.CU_EVENT_RECORD_EXTERNAL;
import static jcuda.driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventDestroy;
import static jcuda.driver.JCudaDriver.cuEventElapsedTime;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuEventRecordWithFlags;
import static jcuda.driver.JCudaDriver.cuGraphDestroy;
import static jcuda.driver.JCudaDriver.cuGraphExecDestroy;
import static jcuda.driver.JCudaDriver.cuGraphInstantiate;
import static jcuda.driver.JCudaDriver.cuGraphLaunch;
import static jcuda.driver.JCudaDriver.cuGraphUpload;
import static jcuda.driver.JCudaDriver.cuStreamBeginCapture;
import static jcuda.driver.JCudaDriver.cuStreamEndCapture;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import java.util.HashMap;
import java.util.Map;
import jcuda.driver.CUevent;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUstream;

/**
 * One call and the graphs that repeat it.
 *
 * <p>A launch costs the host some 8 µs, and a short kernel is over by then. So launches are
 * recorded into a graph, which the device works through by itself. The first node of the first
 * graph records the event from which time is counted: what it takes the host to start the graph
 * stays out.
 */
final class TimedLaunch implements AutoCloseable {

  /** Nodes of one graph; more launches replay a graph of this many. */
  private static final int CHUNK = 128;

  private final Call call;
  private final String name;
  private final CUstream stream;
  private final CUevent start = event();
  private final CUevent end = event();
  private final Map<Integer, CUgraphExec> heads = new HashMap<>();
  private final Map<Integer, CUgraphExec> bodies = new HashMap<>();

  TimedLaunch(Call call, String name, CUstream stream) {
    this.call = call;
    this.name = name;
    this.stream = stream;
  }

  Call call() {
    return call;
  }

  /** Launches once and waits. */
  void once() {
    candidate(call.launch(stream), "launching " + this);
    await();
  }

  /** Nanoseconds of {@code launches} launches, one right after the other. */
  long time(int launches) {
    int first = (launches - 1) % CHUNK + 1;
    CUgraphExec head = heads.computeIfAbsent(first, count -> graph(count, true));
    int replays = (launches - first) / CHUNK;
    if (replays > 0) {
      bodies.computeIfAbsent(CHUNK, count -> graph(count, false));
    }
    candidate(cuGraphLaunch(head, stream), "replaying " + this);
    for (int i = 0; i < replays; i++) {
      candidate(cuGraphLaunch(bodies.get(CHUNK), stream), "replaying " + this);
    }
    candidate(cuEventRecord(end, stream), "recording an event");
    await();
    float[] milliseconds = new float[1];
    candidate(cuEventElapsedTime(milliseconds, start, end), "reading the events");
    return Math.round(milliseconds[0] * 1e6);
  }

  @Override
  public void close() {
    heads.values().forEach(graph -> cuGraphExecDestroy(graph));
    bodies.values().forEach(graph -> cuGraphExecDestroy(graph));
    cuEventDestroy(start);
    cuEventDestroy(end);
  }

  /** For example {@code gemm with a grid of 64×1×1 blocks of 128×1×1 threads …}. */
  @Override
  public String toString() {
    return "%s with a grid of %s blocks of %s threads and %d bytes of dynamic shared memory"
        .formatted(name, call.grid(), call.block(), call.shared());
  }

  private CUgraphExec graph(int launches, boolean timed) {
    candidate(
        cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "starting a recording");
    var graph = new CUgraph();
    int status = 0;
    if (timed) {
      status = cuEventRecordWithFlags(start, stream, CU_EVENT_RECORD_EXTERNAL);
    }
    for (int i = 0; i < launches && status == 0; i++) {
      status = call.launch(stream);
    }
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

  private void await() {
    candidate(cuStreamSynchronize(stream), "running " + this);
  }

  private static CUevent event() {
    var event = new CUevent();
    candidate(cuEventCreate(event, 0), "creating an event");
    return event;
  }
}
