package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ShapePrograms;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.opencl.ClDevice.Property;
import java.util.List;
import java.util.Optional;

/** Context of a device, with one queue. */
final class OpenClDevice implements Device {

  private static final long LEAST_ALIGNMENT = 256;

  private final DeviceIdentity identity;
  private final ClContext context;
  private final DeviceLimits limits;
  private final BatchTimer timer;
  private final CacheFlush flush;

  OpenClDevice(DeviceIdentity identity, ClContext context, LaunchClock clock) {
    this.identity = identity;
    this.context = context;
    this.limits = OpenClLimits.of(context.device());
    this.timer = new BatchTimer(context, clock);
    this.flush = new CacheFlush(context, limits.value(Limit.L3_BYTES));
  }

  @Override
  public DeviceIdentity identity() {
    return identity;
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  @Override
  public Program load(Kernel kernel, Configuration configuration, Binary binary) {
    Kernel own = kernel.of(configuration);
    return ShapePrograms.load(
        own,
        configuration,
        binary,
        (chosen, part) ->
            OpenClProgram.load(context, own, part, own.source().with(chosen).entries(), chosen));
  }

  @Override
  public Workspace workspace(Kernel any, Shape shape, PreparedReference prepared) {
    Kernel kernel = any.on(shape);
    if (!kernel.entryPoint().signature().typing().isEmpty()) {
      throw new EnvironmentException(
          "The parameter '%s' of kernel '%s' chooses the type of an argument, which is not possible with OpenCL. Name one type in the section 'opencl'."
              .formatted(kernel.entryPoint().signature().typing().getFirst(), kernel.name()));
    }
    Binary binary = prepared.on(kernel, shape).compiled();
    OpenClProgram program =
        switch (kernel.reference()) {
          case Reference.Compiled(Source source) ->
              load(kernel, binary, source.entries(), kernel.defaultConfiguration());
          case Reference.Itself(Source source, Configuration configuration) ->
              load(kernel, binary, source.entries(), configuration);
          case Reference.Command _, Reference.Judge _ ->
              load(kernel, binary, List.of(OpenClCompiler.CHECK), kernel.defaultConfiguration());
        };
    Optional<ReferenceCommand> command =
        kernel.reference() instanceof Reference.Command(ArrayProgram outside)
            ? Optional.of(new ReferenceCommand(kernel, outside, prepared.cache()))
            : Optional.empty();
    long alignment =
        Math.max(
            LEAST_ALIGNMENT, context.device().number(Property.ADDRESS_ALIGNMENT_BITS) / Byte.SIZE);
    var layout = BufferLayout.of(kernel, shape, alignment);
    layout.slots().forEach(slot -> Inspection.number(slot.argument().type()));
    var inspection = new Inspection(context, program);
    var launches = new LaunchFactory(context.device(), limits);
    var reference =
        new ReferenceRunner<>(
            kernel,
            shape,
            alignment,
            layout,
            inspection,
            command,
            new ReferenceLaunch(context, program, inspection, launches));
    return new OpenClWorkspace(context, reference, program, inspection, launches, timer, flush);
  }

  private OpenClProgram load(
      Kernel kernel, Binary binary, List<String> entries, Configuration configuration) {
    return OpenClProgram.load(context, kernel, binary, entries, configuration);
  }

  @Override
  public boolean usable() {
    return context.works();
  }

  @Override
  public void close() {
    flush.close();
    context.close();
  }

  /** Launcher of a compiled reference. */
  private record ReferenceLaunch(
      ClContext context, OpenClProgram program, Inspection inspection, LaunchFactory launches)
      implements ReferenceRunner.Launcher<ClMemory> {

    @Override
    public void launch(
        Kernel kernel,
        Shape shape,
        BufferLayout layout,
        Configuration asked,
        Expected<ClMemory> expected) {
      Function<Argument.Buffer, ClMemory> memories =
          buffer -> expected.at(layout.slot(buffer.name()));
      try (var scratch = new OpenClScratch(context)) {
        List<ClKernel> calls =
            kernel.reference() instanceof Reference.Itself
                ? launches.ofCandidate(program, shape, memories, scratch)
                : launches.ofReference(kernel, shape, program, asked, memories, scratch);
        try {
          calls.forEach(call -> call.enqueue(context));
          context.finish("running the reference of " + kernel.name());
        } finally {
          calls.forEach(ClKernel::close);
        }
      }
    }

    @Override
    public String advice(long elements) {
      return elements > launches.referenceItems()
          ? "Maybe it writes one element for each work-item. On every shape it is launched with %,d work-items and must loop over its elements: for (size_t i = get_global_id(0); i < elements; i += get_global_size(0))"
              .formatted(launches.referenceItems())
          : "Maybe it does not write all elements: its outputs of type f16 and bf16 are float.";
    }
  }
}
