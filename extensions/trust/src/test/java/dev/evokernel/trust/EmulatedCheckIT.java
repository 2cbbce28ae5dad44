package dev.evokernel.trust;

import dev.evokernel.cuda.CudaCheckIT;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** On the emulated GPU of the runtime's tests, or a real one. */
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine") // The condition of a class is not inherited.
@Tag("full")
final class EmulatedCheckIT extends CudaCheckIT {}
