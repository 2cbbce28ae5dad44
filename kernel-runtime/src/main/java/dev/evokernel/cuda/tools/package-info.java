/**
 * Runs of NVIDIA's compute-sanitizer around a process that launches one candidate once, and the
 * interpretation of its output.
 */
@NullMarked
package dev.evokernel.cuda.tools;

import org.jspecify.annotations.NullMarked;
