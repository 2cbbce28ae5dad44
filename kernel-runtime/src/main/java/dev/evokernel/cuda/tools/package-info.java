/**
 * Runs of NVIDIA's compute-sanitizer and Nsight Compute around a process that launches one
 * candidate once, and the interpretation of their output.
 */
@NullMarked
package dev.evokernel.cuda.tools;

import org.jspecify.annotations.NullMarked;
