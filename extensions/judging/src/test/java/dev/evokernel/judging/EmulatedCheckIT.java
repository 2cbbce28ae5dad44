package dev.evokernel.judging;

import dev.evokernel.cuda.CudaCheckIT;

/** On the emulated GPU of the runtime's tests, or a real one. */
final class EmulatedCheckIT extends CudaCheckIT {}
