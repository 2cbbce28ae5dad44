/**
 * Candidates of the CPU in processes of their own, which share only their buffers with the process
 * that judges them: {@code evo run --isolate}.
 */
@NullMarked
package dev.evokernel.isolation;

import org.jspecify.annotations.NullMarked;
