package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.BufferLayout.Slot;
import dev.evokernel.backend.memory.CandidateBuffers;
import dev.evokernel.backend.memory.DeviceMemory.Region;
import dev.evokernel.backend.memory.DeviceWorkspace;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;

/** Workspace whose launches are timed one by one, or together behind a gate. */
final class OpenClWorkspace extends DeviceWorkspace<ClMemory, CandidateLaunch> {

  /** Share of the device's memory that expected outputs may take. */
  private static final int SHARE = 4;

  private static final int LEAST_KEPT = 2;
  private static final int MOST_KEPT = 8;

  private final ClContext context;
  private final Shape shape;
  private final OpenClProgram program;
  private final Inspection inspection;
  private final LaunchFactory launches;
  private final BatchTimer timer;
  private final CacheFlush flush;

  /**
   * @param program the reference and the checks; closed together with this
   * @param inspection closed together with this
   */
  OpenClWorkspace(
      ClContext context,
      ReferenceRunner<ClMemory> reference,
      OpenClProgram program,
      Inspection inspection,
      LaunchFactory launches,
      BatchTimer timer,
      CacheFlush flush) {
    long memory = launches.limits().value(Limit.MEMORY);
    super(
        reference,
        Map.of(
            BufferSet.FIRST, new Buffers(context, reference.layout()),
            BufferSet.SECOND, new Buffers(context, reference.layout())),
        memory,
        mostKept(reference.layout(), memory / SHARE));
    this.context = context;
    this.shape = reference.shape();
    this.program = program;
    this.inspection = inspection;
    this.launches = launches;
    this.timer = timer;
    this.flush = flush;
  }

  private static int mostKept(BufferLayout layout, long room) {
    long bytes = layout.slots().stream().mapToLong(slot -> slot.elements() * Long.BYTES).sum();
    return Math.clamp(room / Math.max(1, bytes), LEAST_KEPT, MOST_KEPT);
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    Slot slot = layout().slot(output.name());
    return inspection.open(buffers().at(BufferSet.FIRST, slot), output.type().bytes(elements));
  }

  @Override
  protected CandidateLaunch launchOf(Program candidate) {
    var loaded = (OpenClProgram) candidate;
    return loaded.launch(this, () -> make(loaded));
  }

  private CandidateLaunch make(OpenClProgram candidate) {
    var scratch = new OpenClScratch(context);
    try {
      var calls =
          new BufferCalls<List<ClKernel>>(
              (from, to) ->
                  launches.ofCandidate(
                      candidate, shape, buffer -> part(buffer, BufferSet.at(from), to), scratch));
      calls.make(2);
      scratch.watch(inspection);
      return new CandidateLaunch(
          context,
          timer,
          calls,
          scratch,
          layout().restored().isEmpty() ? Optional.empty() : Optional.of(buffers()::restore),
          flush);
    } catch (RejectionException e) {
      scratch.close();
      throw e;
    }
  }

  private ClMemory part(Argument.Buffer buffer, BufferSet from, BufferSet to) {
    return buffers().at(buffer.output() ? to : from, layout().slot(buffer.name()));
  }

  @Override
  public void close() {
    super.close();
    inspection.close();
    program.close();
  }

  /**
   * One set of buffers for candidates: an allocation in which each buffer lies between two guards.
   */
  private static final class Buffers implements CandidateBuffers.Buffers<ClMemory> {

    private final ClMemory memory;
    private final Map<String, ClMemory> parts = new LinkedHashMap<>();

    Buffers(ClContext context, BufferLayout layout) {
      this.memory =
          context.allocate(
              layout.bytes(), "%,d MiB of device memory at once".formatted(layout.bytes() >> 20));
      layout
          .slots()
          .forEach(
              slot -> parts.put(slot.name(), context.part(memory, slot.offset(), slot.bytes())));
    }

    @Override
    public ClMemory at(Slot slot) {
      return Objects.requireNonNull(parts.get(slot.name()), slot.name());
    }

    @Override
    public Region<ClMemory> data(Slot slot) {
      return slot.data(memory);
    }

    @Override
    public List<Region<ClMemory>> guards(Slot slot) {
      return slot.guards(memory);
    }

    @Override
    public void close() {
      parts.values().forEach(ClMemory::close);
      memory.close();
    }
  }
}
