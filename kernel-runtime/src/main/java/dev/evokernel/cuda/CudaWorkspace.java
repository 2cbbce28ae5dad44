package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.BufferCalls;
import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceWorkspace;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.PreparedInputs;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Resources;

/** Workspace whose launches are recorded into graphs, and whose repetitions the device checks. */
final class CudaWorkspace extends DeviceWorkspace<Handles.Address, TimedLaunch> {

  private final Shape shape;
  private final CudaProgram reference;
  private final Inspection inspection;
  private final Launches launches;
  private final Handles.Stream stream;
  private final L2Flush flush;
  private final Repetitions repetitions;

  /**
   * @param program the reference and the checks; closed together with this
   * @param inspection closed together with this
   */
  CudaWorkspace(
      ReferenceRunner<Handles.Address> reference,
      CudaProgram program,
      Inspection inspection,
      Launches launches,
      Handles.Stream stream,
      L2Flush flush) {
    super(
        reference,
        Map.of(
            BufferSet.FIRST, new Buffers(reference.layout(), Buffers.Side.END),
            BufferSet.SECOND, new Buffers(reference.layout(), Buffers.Side.START)),
        launches.limits().value(Limit.MEMORY),
        Integer.MAX_VALUE);
    DriverCalls.relievedBy(PreparedInputs::forgetsUnused);
    this.shape = reference.shape();
    this.reference = program;
    this.inspection = inspection;
    this.launches = launches;
    this.stream = stream;
    this.flush = flush;
    this.repetitions = new Repetitions(buffers(), inspection, layout());
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int count, long right) {
    if (buffers().isAlternating() || outputDigest(BufferSet.FIRST) != right) {
      throw new IllegalStateException("A right single launch must come before its repetitions.");
    }
    List<Long> digests = buffers().repeated(guards);
    return repetitions.of(touched(program), digests, guards, count);
  }

  @Override
  public long bits(Argument.Buffer output, long elements) {
    return inspection.open(buffers().of(BufferSet.FIRST).data(layout().slot(output.name())));
  }

  @Override
  public Optional<Resources> resources(Program program) {
    var loaded = (CudaProgram) here(program);
    return Optional.of(launches.resources(loaded, launchOf(loaded).calls()));
  }

  @Override
  protected TimedLaunch launchOf(Program program) {
    var loaded = (CudaProgram) program;
    return loaded.launch(this, () -> make(loaded));
  }

  private TimedLaunch make(CudaProgram program) {
    var scratch = new CudaScratch(BufferLayout.GUARD);
    try {
      Launches.Unplaced launch = launches.ofCandidate(layout(), shape, program, scratch, List.of());
      var calls =
          new BufferCalls<List<Call>>(
              (from, to) ->
                  launch.at(slot -> buffers().at(slot.isInput() ? BufferSet.at(from) : to, slot)));
      calls.make(2);
      scratch.watch(inspection);
      List<Call> single = launch.at(buffers().of(BufferSet.FIRST)::writable);
      var preparation = new Preparation(buffers()::at, layout(), program.symbols(layout()));
      return new TimedLaunch(single, calls, preparation, scratch, program.entries(), stream, flush);
    } catch (RejectionException | EnvironmentException e) {
      scratch.close();
      throw e;
    }
  }

  @Override
  public void close() {
    super.close();
    repetitions.close();
    inspection.close();
    reference.close();
  }

  record ReferenceLaunch(
      CudaProgram program, Inspection inspection, Launches launches, Handles.Stream stream)
      implements ReferenceRunner.Launcher<Handles.Address> {

    @Override
    public void launch(
        Kernel kernel,
        Shape shape,
        BufferLayout layout,
        Configuration asked,
        Expected<Handles.Address> expected) {
      try (var scratch = new CudaScratch(0)) {
        program
            .symbols(layout)
            .forEach(
                symbol ->
                    inspection.copy(
                        expected.at(symbol.input()), symbol.address(), symbol.input().bytes()));
        List<Call> calls =
            kernel.reference() instanceof Reference.Itself
                ? launches.ofCandidate(layout, shape, program, scratch, List.of()).at(expected::at)
                : launches.ofReference(
                    kernel, shape, layout, program, asked, scratch, expected::at);
        machine(Call.launch(calls, stream), "launching the reference of " + kernel.name());
        machine(cuStreamSynchronize(stream), "running the reference of " + kernel.name());
      }
    }

    @Override
    public String advice(long elements) {
      return advice(elements, launches.referenceThreads());
    }

    static String advice(long elements, long threads) {
      return elements > threads
          ? "Maybe it writes one element for each thread. On every shape it is launched with %d blocks of %d threads for each multiprocessor, %,d threads here, and must loop over its elements: for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < elements; i += (long long)gridDim.x * blockDim.x)"
              .formatted(Launches.REFERENCE_BLOCKS, Launches.REFERENCE_THREADS, threads)
          : "Maybe it does not write all elements: its floating outputs of fewer than 32 bits are f32.";
    }
  }
}
