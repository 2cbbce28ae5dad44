package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventDestroy;
import static jcuda.driver.JCudaDriver.cuEventElapsedTime;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.Batch;
import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.memory.DeviceLaunch;
import dev.evokernel.cuda.GraphRecording.Content;
import dev.evokernel.cuda.GraphRecording.Script;
import dev.evokernel.cuda.GraphRecording.Turns;
import dev.evokernel.kernel.CacheState;
import jcuda.driver.CUevent;

/**
 * Calls of one candidate on one shape, and the graphs that repeat them.
 *
 * <p>A launch costs the host about 8 µs, and a short kernel takes less. Launches are therefore
 * recorded into graphs, which the device runs by itself. Time is measured between two events, which
 * are nodes too: the first of the first graph and the last of the last graph. The host's time to
 * start a graph or to query an event is thus not included. The start of the first launch and the
 * end of the last are included, together 2 µs on an H200 for any kernel: 1 % of a sample of 200 µs.
 *
 * <p>A change to a node of the graph redirects the outputs of a batch's probed launch. Another
 * change after the batch restores the node.
 */
final class TimedLaunch implements DeviceLaunch {

  /** Maximum number of launches of one graph, even; longer batches replay a graph of this size. */
  private static final int CHUNK = 128;

  private final List<Call> single;
  private final BufferCalls<List<Call>> calls;
  private final Preparation preparation;
  private final CudaScratch scratch;
  private final String launching;
  private final String running;
  private final Handles.Stream stream;
  private final L2Flush flush;
  private final CUevent start = event();
  private final CUevent end = event();
  private final Map<Script, GraphRecording> recordings = new HashMap<>();

  TimedLaunch(
      List<Call> single,
      BufferCalls<List<Call>> calls,
      Preparation preparation,
      CudaScratch scratch,
      List<String> entries,
      Handles.Stream stream,
      L2Flush flush) {
    this.single = single;
    this.calls = calls;
    this.preparation = preparation;
    this.scratch = scratch;
    String launch = text(entries, single);
    this.launching = "launching " + launch;
    this.running = "running " + launch;
    this.stream = stream;
    this.flush = flush;
  }

  List<Call> calls() {
    return single;
  }

  @Override
  public Optional<String> damagedScratch() {
    return scratch.damaged();
  }

  @Override
  public void once() {
    queue();
    await();
  }

  void queue() {
    candidate(preparation.enqueueSymbols(BufferSet.FIRST, stream), launching);
    candidate(Call.launch(single, stream), launching);
  }

  void await() {
    candidate(cuStreamSynchronize(stream), running);
  }

  @Override
  public long time(Batch batch, boolean alternating) {
    Turns turns = !alternating ? Turns.FIRST : batch.begin() % 2 == 0 ? Turns.EVEN : Turns.ODD;
    boolean flushes = batch.cache() == CacheState.COLD;
    return preparation.isEmpty() && !flushes
        ? time(Content.LAUNCH, batch.launches(), batch.probed(), turns, false)
        : timePrepared(batch, turns, flushes);
  }

  private long timePrepared(Batch batch, Turns turns, boolean flushes) {
    if (flushes) {
      var _ = flush.buffer();
    }
    if (batch.probed() != Batch.NONE) {
      // The recorded preparation fills the outputs of the other launches.
      BufferSet read = turns.isOdd(batch.probed()) ? BufferSet.SECOND : BufferSet.FIRST;
      candidate(preparation.enqueue(read, BufferSet.SECOND, stream), launching);
    }
    Turns last = batch.launches() % 2 == 0 ? other(turns) : turns;
    return coldNanos(
        batch.launches(),
        () ->
            replay(
                List.of(
                    recorded(new Script(Content.PREPARATION, 1, false, false, last, flushes)),
                    recorded(new Script(Content.LAUNCH, 1, true, true, last, false))),
                Batch.NONE,
                0),
        count -> time(Content.PREPARATION_AND_LAUNCH, count, batch.probed(), turns, flushes),
        count -> time(Content.PREPARATION, count, Batch.NONE, turns, flushes));
  }

  /**
   * Time of launches with a cold cache, from times that include flushing.
   *
   * <p>A single launch lies between two events, after the flush. For several launches, the 2 µs of
   * an event before and after each would distort short ones. Their time is the time of as many
   * pairs of a flush and a launch, minus the time of as many flushes. If noise makes the difference
   * 0 or negative, the events decide, whose time is rather too long than too short.
   *
   * @param alone time of one launch after a flush, by events around the launch
   */
  static long coldNanos(
      int launches,
      LongSupplier alone,
      IntToLongFunction flushesAndLaunches,
      IntToLongFunction flushes) {
    if (launches == 1) {
      return alone.getAsLong();
    }
    // Launches come last, because their outputs are compared.
    long flushed = flushes.applyAsLong(launches);
    long difference = flushesAndLaunches.applyAsLong(launches) - flushed;
    return difference > 0 ? difference : launches * alone.getAsLong();
  }

  private long time(Content content, int count, int probed, Turns turns, boolean flushes) {
    int first = (count - 1) % CHUNK + 1;
    int replays = (count - first) / CHUNK;
    var queue = new ArrayList<GraphRecording>();
    queue.add(recorded(new Script(content, first, true, replays == 0, turns, flushes)));
    Turns rest = first % 2 == 0 ? turns : other(turns);
    for (int i = 1; i <= replays; i++) {
      queue.add(recorded(new Script(content, CHUNK, false, i == replays, rest, flushes)));
    }
    boolean early = probed < first;
    int chunk = probed == Batch.NONE ? Batch.NONE : early ? 0 : 1 + (probed - first) / CHUNK;
    int position = early ? probed : (probed - first) % CHUNK;
    if (chunk == Batch.NONE || !preparation.isEmpty()) {
      return replay(queue, chunk, position);
    }
    queue.get(chunk).probe(position, true);
    long nanos = replay(queue, Batch.NONE, 0);
    queue.get(chunk).probe(position, false);
    return nanos;
  }

  private static Turns other(Turns turns) {
    return switch (turns) {
      case FIRST -> Turns.FIRST;
      case EVEN -> Turns.ODD;
      case ODD -> Turns.EVEN;
    };
  }

  /**
   * Nanoseconds between the two recorded events.
   *
   * @param probing the replay whose graph is changed, for that replay only, because the outputs of
   *     its probed launch were prepared once; graphs that were queued earlier do not change
   */
  private long replay(List<GraphRecording> queue, int probing, int position) {
    for (int i = 0; i < queue.size(); i++) {
      GraphRecording recording = queue.get(i);
      if (i == probing) {
        recording.probe(position, true);
      }
      recording.replay(stream);
      if (i == probing) {
        recording.probe(position, false);
      }
    }
    await();
    float[] milliseconds = new float[1];
    candidate(cuEventElapsedTime(milliseconds, start, end), "reading the events");
    return Math.round(milliseconds[0] * 1e6);
  }

  @Override
  public void close() {
    recordings.values().forEach(GraphRecording::close);
    cuEventDestroy(start);
    cuEventDestroy(end);
    scratch.close();
  }

  /** Description, for example {@code gemm with a grid of 64×1×1 blocks of 128×1×1 threads …}. */
  private static String text(List<String> entries, List<Call> calls) {
    return IntStream.range(0, calls.size())
        .mapToObj(
            i ->
                "%s with a grid of %s blocks%s of %s threads and %d bytes of dynamic shared memory"
                    .formatted(
                        entries.get(i),
                        calls.get(i).grid(),
                        calls.get(i).cluster().map(size -> " in clusters of " + size).orElse(""),
                        calls.get(i).block(),
                        calls.get(i).shared()))
        .collect(Collectors.joining(", then "));
  }

  private GraphRecording recorded(Script script) {
    return recordings.computeIfAbsent(
        script,
        wanted ->
            GraphRecording.of(wanted, calls, running, preparation, flush, stream, start, end));
  }

  private static CUevent event() {
    var event = new CUevent();
    candidate(cuEventCreate(event, 0), "creating an event");
    return event;
  }
}
