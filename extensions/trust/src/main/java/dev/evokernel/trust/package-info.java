/**
 * Evidence about candidates, besides times: judging of outputs by a program of the kernel,
 * sanitizers, and profiles.
 *
 * <p>NVIDIA's compute-sanitizer and the C compiler's sanitizers serve {@code evo sanitize} and the
 * gate of a run. Nsight Compute, around a process that launches one candidate once, serves {@code
 * evo profile}.
 */
@NullMarked
package dev.evokernel.trust;

import org.jspecify.annotations.NullMarked;
