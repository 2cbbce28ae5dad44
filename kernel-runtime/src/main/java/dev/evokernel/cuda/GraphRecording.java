package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
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

import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.cuda.driver.GraphNodes;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.L2Flush;
import java.lang.foreign.MemorySegment;
import java.util.List;
import jcuda.driver.CUevent;
import org.jspecify.annotations.Nullable;

/** Launches and their preparations, recorded into a graph, which the device runs by itself. */
final class GraphRecording implements AutoCloseable {

  enum Content {
    LAUNCH,
    PREPARATION,
    PREPARATION_AND_LAUNCH
  }

  /**
   * Content of a graph.
   *
   * @param count repetitions of the content
   * @param starts whether the graph begins with the start event
   * @param ends whether the graph ends with the end event
   * @param turns the inputs that its launches read
   * @param flushes whether a preparation ends with a flush of the cache
   */
  record Script(
      Content content, int count, boolean starts, boolean ends, Turns turns, boolean flushes) {}

  /** Order of the inputs that launches read. */
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
  private final BufferCalls<CallSequence> calls;
  private final String doing;
  private final Handles.Graph graph = new Handles.Graph();
  private final Handles.ExecutableGraph executable = new Handles.ExecutableGraph();
  private @Nullable List<MemorySegment> launches;

  private GraphRecording(Script script, BufferCalls<CallSequence> calls, String doing) {
    this.script = script;
    this.calls = calls;
    this.doing = doing;
  }

  static GraphRecording of(
      Script script,
      BufferCalls<CallSequence> calls,
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

  /** Sets whether the launch at a position writes to the second outputs from now on. */
  void probe(int position, boolean probed) {
    List<MemorySegment> nodes = launches;
    if (nodes == null) {
      nodes = GraphNodes.launches(graph);
      launches = nodes;
    }
    candidate(
        calls.of(script.turns().isOdd(position), probed).replace(executable, nodes, position),
        doing);
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
    return status == CUDA_SUCCESS && script.content() != Content.PREPARATION
        ? calls.of(odd, false).launch(stream)
        : status;
  }

  private static int record(CUevent event, Handles.Stream stream) {
    return cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL);
  }
}
