/**
 * NVIDIA's compute-sanitizer and Nsight Compute around a process that launches one candidate once,
 * and what their output means.
 */
@NullMarked
package dev.evokernel.cuda.tools;

import org.jspecify.annotations.NullMarked;
