package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.Expected;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;

/**
 * Launcher of a compiled reference.
 *
 * @param program the reference and the checks
 */
record CudaReference(
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
              : launches.ofReference(kernel, shape, layout, program, asked, scratch, expected::at);
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
