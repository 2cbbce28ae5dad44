/**
 * CUDA C++ to cubins: NVRTC in this process or nvcc in one of its own, behind the content-addressed
 * cache, with whichever toolkit the machine has.
 */
@NullMarked
package dev.evokernel.cuda.compile;

import org.jspecify.annotations.NullMarked;
