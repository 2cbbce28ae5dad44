package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;

/**
 * Single launch under a tool. Every buffer is an allocation of exactly its size, without guards,
 * and outputs stay uninitialised, so that the tool detects reads before writes.
 */
record BareLaunch(Kernel kernel, Shape shape, Launches launches, Handles.Stream stream) {

  void perform(CudaProgram candidate, CudaProgram checks, long seed) {
    BufferLayout layout = BufferLayout.of(kernel, shape, Buffers.ALIGNMENT);
    InputSet inputSet = InputSet.usual(seed).of(kernel, candidate.configuration());
    Map<BufferLayout.Slot, Memory> buffers = new HashMap<>();
    try (var inspection = new Inspection(checks, 1, 1, stream);
        var scratch = new ScratchMemory(0)) {
      for (BufferLayout.Slot slot : layout.slots()) {
        Memory buffer = Memory.allocate(slot.bytes());
        buffers.put(slot, buffer);
        if (slot.isInput()) {
          ReferenceRunner.fill(inspection, kernel, shape, slot, inputSet, buffer.at(0));
        }
      }
      var preparation =
          new Preparation(
              (_, slot) -> Objects.requireNonNull(buffers.get(slot)).at(0),
              layout,
              candidate.symbols(layout));
      machine(preparation.enqueue(BufferSet.FIRST, BufferSet.FIRST, stream), "filling inputs");
      machine(cuStreamSynchronize(stream), "filling inputs");
      List<Call> calls =
          launches
              .ofCandidate(layout, shape, candidate, scratch, List.of())
              .at(slot -> Objects.requireNonNull(buffers.get(slot)).at(0));
      candidate(Call.launch(calls, stream), "launching " + candidate.entry());
      candidate(cuCtxSynchronize(), "running " + candidate.entry());
    } finally {
      buffers.values().forEach(Memory::close);
    }
  }
}
