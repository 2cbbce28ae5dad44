/** Candidates of the CPU in processes of their own, which share only their buffers with evo. */
@NullMarked
package dev.evokernel.cpu.isolation;

import org.jspecify.annotations.NullMarked;
