/**
 * Compilation of CUDA C++ to cubins with NVRTC in this process or nvcc in its own, behind the
 * content-addressed cache, with any toolkit of the machine.
 */
@NullMarked
package dev.evokernel.cuda.compile;

import org.jspecify.annotations.NullMarked;
