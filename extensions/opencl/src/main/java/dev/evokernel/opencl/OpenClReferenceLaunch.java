package dev.evokernel.opencl;

import module java.base;

import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;

/**
 * Launcher of a compiled reference.
 *
 * @param program the reference and the checks
 */
record OpenClReferenceLaunch(
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
