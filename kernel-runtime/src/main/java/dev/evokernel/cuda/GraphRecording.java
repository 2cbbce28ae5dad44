package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static jcuda.driver.CUevent_record_flags.CU_EVENT_RECORD_EXTERNAL;
import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
import static jcuda.driver.JCudaDriver.cuEventRecordWithFlags;
import static jcuda.driver.JCudaDriver.cuGraphDestroy;
import static jcuda.driver.JCudaDriver.cuGraphExecDestroy;
import static jcuda.driver.JCudaDriver.cuGraphInstantiate;
import static jcuda.driver.JCudaDriver.cuGraphLaunch;
import static jcuda.driver.JCudaDriver.cuGraphUpload;
import static jcuda.driver.JCudaDriver.cuStreamBeginCapture;
import static jcuda.driver.JCudaDriver.cuStreamEndCapture;

import module java.base;

import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import jcuda.driver.CUevent;
import jcuda.driver.CUgraph;

/** Launches and their preparations, recorded into a graph, which the device runs by itself. */
final class GraphRecording implements AutoCloseable {

  enum Content {
    LAUNCH,
    PREPARATION,
    PREPARATION_AND_LAUNCH
  }

  /** Content of a graph. */
  record Script(
      Content content, int count, boolean starts, boolean ends, Turns turns, boolean flushes) {}

  enum Turns {
    /** The first inputs alone. */
    FIRST,
    /** Both inputs in turn, beginning with the first. */
    EVEN,
    /** Both inputs in turn, beginning with the second. */
    ODD;

    boolean isOdd(int position) {
      return switch (this) {
        case FIRST -> false;
        case EVEN -> position % 2 == 1;
        case ODD -> position % 2 == 0;
      };
    }
  }

  private final Script script;
  private final BufferCalls<List<Call>> calls;
  private final String doing;
  private final CUgraph graph = new CUgraph();
  private final Handles.ExecutableGraph executable = new Handles.ExecutableGraph();

  private final List<List<MemorySegment>> launches = new ArrayList<>();

  private GraphRecording(Script script, BufferCalls<List<Call>> calls, String doing) {
    this.script = script;
    this.calls = calls;
    this.doing = doing;
  }

  static GraphRecording of(
      Script script,
      BufferCalls<List<Call>> calls,
      String doing,
      Preparation preparation,
      L2Flush flush,
      Handles.Stream stream,
      CUevent start,
      CUevent end) {
    var recording = new GraphRecording(script, calls, doing);
    candidate(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), doing);
    int status = script.starts() ? record(start, stream) : CUDA_SUCCESS;
    for (int i = 0; i < script.count() && status == CUDA_SUCCESS; i++) {
      status = recording.record(i, preparation, flush, stream);
    }
    if (script.ends() && status == CUDA_SUCCESS) {
      status = record(end, stream);
    }
    int ended = cuStreamEndCapture(stream, recording.graph);
    candidate(status, doing);
    candidate(ended, doing);
    candidate(cuGraphInstantiate(recording.executable, recording.graph, 0), doing);
    // Otherwise the first replay takes that time, about 0.1 ms.
    candidate(cuGraphUpload(recording.executable, stream), doing);
    return recording;
  }

  void replay(Handles.Stream stream) {
    candidate(cuGraphLaunch(executable, stream), doing);
  }

  void probe(int position, boolean probed) {
    List<Call> replacements = calls.of(script.turns().isOdd(position) ? 1 : 0, probed);
    for (int i = 0; i < replacements.size(); i++) {
      candidate(replacements.get(i).replace(executable, launches.get(position).get(i)), doing);
    }
  }

  @Override
  public void close() {
    cuGraphExecDestroy(executable);
    cuGraphDestroy(graph);
  }

  private int record(int position, Preparation preparation, L2Flush flush, Handles.Stream stream) {
    boolean odd = script.turns().isOdd(position);
    int status = CUDA_SUCCESS;
    if (script.content() != Content.LAUNCH) {
      status =
          preparation.enqueue(odd ? BufferSet.SECOND : BufferSet.FIRST, BufferSet.FIRST, stream);
      status = status == CUDA_SUCCESS && script.flushes() ? flush.enqueue(stream) : status;
    }
    var nodes = new ArrayList<MemorySegment>();
    launches.add(nodes);
    for (Call call :
        script.content() == Content.PREPARATION ? List.<Call>of() : calls.of(odd ? 1 : 0, false)) {
      status = status == CUDA_SUCCESS ? call.launch(stream) : status;
      status = status == CUDA_SUCCESS ? addCaptured(nodes, stream) : status;
    }
    return status;
  }

  /** Adds the node that the stream has captured last; returns the driver's status. */
  private static int addCaptured(List<MemorySegment> nodes, Handles.Stream stream) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment last = arena.allocate(ADDRESS);
      int status =
          DriverCalls.call(
              "cuStreamGetCaptureInfo_v2",
              stream.value(),
              arena.allocate(JAVA_INT),
              MemorySegment.NULL,
              MemorySegment.NULL,
              last,
              arena.allocate(JAVA_LONG));
      if (status == CUDA_SUCCESS) {
        nodes.add(last.get(ADDRESS.withTargetLayout(ADDRESS), 0).get(ADDRESS, 0));
      }
      return status;
    }
  }

  private static int record(CUevent event, Handles.Stream stream) {
    return cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL);
  }
}
