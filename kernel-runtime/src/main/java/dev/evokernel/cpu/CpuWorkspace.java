package dev.evokernel.cpu;

import dev.evokernel.backend.Criterion;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Extent;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.ReferenceOutputs;
import dev.evokernel.backend.Spread;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.outcome.OutputComparison;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one kernel on one shape in this process's memory.
 *
 * <p>The inputs and expected outputs of each input set are kept while memory allows, so that the
 * reference runs once for each input set and not once for each candidate.
 */
final class CpuWorkspace implements Workspace {

  private static final long CACHED_BYTES = 256L << 20;
  private static final byte FLOAT_POISON = (byte) 0xFF; // every float type reads it as NaN
  private static final byte INTEGER_POISON = (byte) 0xA7;

  /** An entry point with one set of arguments, ready to call. */
  private record Bound(CpuProgram program, Inputs inputs, MethodHandle call) {}

  private final Kernel kernel;
  private final Shape shape;
  private final DeviceLimits limits;
  private final QuietTimer timer;
  private final CpuReferenceRunner oracle;
  private final CpuCacheFlush flush;
  private final Map<String, GuardedBuffer> outputs = new LinkedHashMap<>();
  private final LinkedHashMap<InputSet, Inputs> prepared = new LinkedHashMap<>(4, 0.75f, true);
  private final Map<String, Double> usual = new LinkedHashMap<>();
  private final int keep;
  private @Nullable Inputs current;
  private @Nullable Bound bound;
  private boolean damaged;

  /**
   * @param discarded called for each batch that is timed again
   */
  CpuWorkspace(
      Kernel kernel,
      Shape shape,
      DeviceLimits limits,
      CpuReferenceRunner oracle,
      CpuCacheFlush flush,
      Runnable discarded) {
    this.kernel = kernel;
    this.shape = shape;
    this.limits = limits;
    this.oracle = oracle;
    this.flush = flush;
    this.timer = new QuietTimer(RunDelay.ofThisThread()::nanos, discarded);
    long bytes = 0;
    for (Argument argument : kernel.arguments()) {
      if (argument instanceof Argument.Buffer buffer) {
        long size = Extent.of(kernel, shape, buffer).elements() * buffer.type().bytes();
        bytes += size;
        if (buffer.output()) {
          outputs.put(buffer.name(), GuardedBuffer.allocate(size));
        }
      }
    }
    this.keep = Math.clamp(CACHED_BYTES / Math.max(1, bytes), 1, 8);
  }

  @Override
  public void prepare(InputSet inputSet) {
    if (damaged) {
      prepared.values().forEach(Inputs::fill);
      damaged = false;
    }
    current = prepared.get(inputSet);
    if (current == null) {
      while (prepared.size() >= keep) {
        prepared.pollFirstEntry().getValue().close();
      }
      bound = null;
      current = new Inputs(kernel, shape, inputSet);
      expect(current, inputSet);
      prepared.put(inputSet, current);
    }
    if (usual.isEmpty() && inputSet.special().isEmpty()) {
      expected().forEach(spread -> usual.put(spread.argument(), spread.magnitude()));
    }
  }

  @Override
  public List<Spread> expected() {
    return kernel.outputs().stream().map(output -> inputs().spread(output.name())).toList();
  }

  @Override
  public void poison() {
    for (Argument.Buffer output : kernel.outputs()) {
      GuardedBuffer buffer = output(output);
      buffer.data().fill(output.type().isFloating() ? FLOAT_POISON : INTEGER_POISON);
      buffer.renewCanaries();
    }
  }

  @Override
  public void launch(Program program) {
    NativeCall.perform(bind(program).call());
  }

  @Override
  public void place(Argument.Buffer output, MemorySegment elements) {
    output(output).data().copyFrom(elements);
  }

  @Override
  public List<OutputComparison> compare() {
    return kernel.outputs().stream()
        .map(
            output ->
                Differences.compare(
                    output.name(),
                    criterion(output),
                    new Differences.Elements(output.type(), output(output).data()),
                    inputs().expected(output.name())))
        .toList();
  }

  @Override
  public long outputDigest() {
    return outputs.values().stream()
        .mapToLong(output -> Digest.of(output.data()))
        .reduce(0, Digest::combine);
  }

  @Override
  public Optional<String> modifiedInput() {
    return seen(inputs().modified());
  }

  @Override
  public Optional<String> damagedCanary() {
    return seen(
        outputs.entrySet().stream()
            .filter(output -> !output.getValue().canariesIntact())
            .map(Map.Entry::getKey)
            .findFirst()
            .or(inputs()::damagedCanary));
  }

  @Override
  public long time(Program program, int launches) {
    MethodHandle call = bind(program).call();
    return timer.time(
        () -> {
          long start = System.nanoTime();
          for (int i = 0; i < launches; i++) {
            NativeCall.perform(call);
          }
          return System.nanoTime() - start;
        });
  }

  /** Each launch is timed by itself. */
  @Override
  public long timeCold(Program program, int launches) {
    MethodHandle call = bind(program).call();
    long sum = 0;
    for (int i = 0; i < launches; i++) {
      sum +=
          timer.time(
              () -> {
                flush.run();
                long start = System.nanoTime();
                NativeCall.perform(call);
                return System.nanoTime() - start;
              });
    }
    return sum;
  }

  @Override
  public void close() {
    prepared.values().forEach(Inputs::close);
    outputs.values().forEach(GuardedBuffer::close);
    oracle.close();
  }

  private Criterion criterion(Argument.Buffer output) {
    return Criterion.of(
        kernel.correctness().tolerances().getOrDefault(output.type(), new Tolerance(0, 0)),
        output.type(),
        inputs().inputSet(),
        inputs().spread(output.name()),
        usual.getOrDefault(output.name(), 0.0));
  }

  private void expect(Inputs inputs, InputSet inputSet) {
    switch (oracle) {
      case CpuReferenceRunner.Function(CpuProgram program, ReferenceOutputs kept) -> {
        try (Arena arena = Arena.ofConfined()) {
          var written = kept.of(shape, inputSet, () -> computed(inputSet, program), arena);
          for (Argument.Buffer output : kernel.outputs()) {
            inputs.expect(
                output.name(),
                output.type(),
                java.util.Objects.requireNonNull(written.get(output.name())));
          }
        }
      }
      case CpuReferenceRunner.Command(ReferenceCommand command) -> {
        try (Arena arena = Arena.ofConfined()) {
          command
              .outputs(shape, inputSet, arena)
              .forEach((name, array) -> inputs.expect(name, array.type(), array.data()));
        }
      }
    }
  }

  private Map<String, MemorySegment> computed(InputSet inputSet, CpuProgram program) {
    poison();
    NativeCall.perform(bind(program).call());
    if (modifiedInput().isPresent() || damagedCanary().isPresent()) {
      throw broken("writes outside its outputs", inputSet);
    }
    var written = new LinkedHashMap<String, MemorySegment>();
    for (Argument.Buffer output : kernel.outputs()) {
      if (inputSet.special().isEmpty()
          && !Differences.finite(output.type(), output(output).data())) {
        throw broken(
            "writes NaN or infinity to '" + output.name() + "', or not everywhere", inputSet);
      }
      written.put(output.name(), output(output).data());
    }
    return written;
  }

  private EnvironmentException broken(String what, InputSet inputSet) {
    return new EnvironmentException(
        "The reference of kernel '%s' %s on shape %s with %s. Maybe correct %s."
            .formatted(kernel.name(), what, shape, inputSet, kernel.reference().files()));
  }

  private Bound bind(Program program) {
    Bound last = bound;
    if (last == null || last.program() != program || last.inputs() != current) {
      last = bind((CpuProgram) program, inputs());
      bound = last;
    }
    return last;
  }

  private Bound bind(CpuProgram program, Inputs inputs) {
    var call = new NativeCall(program, shape, limits, inputs::input, name -> output(name).data());
    return new Bound(program, inputs, call.bound());
  }

  private GuardedBuffer output(Argument.Buffer argument) {
    return output(argument.name());
  }

  private GuardedBuffer output(String name) {
    return java.util.Objects.requireNonNull(outputs.get(name));
  }

  private Inputs inputs() {
    if (current == null) {
      throw new IllegalStateException("prepare must be called first.");
    }
    return current;
  }

  private Optional<String> seen(Optional<String> damage) {
    damaged |= damage.isPresent();
    return damage;
  }
}
