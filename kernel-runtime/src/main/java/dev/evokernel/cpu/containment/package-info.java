/**
 * Processes of the CPU's candidates, which are confined and share only the kernels' buffers with
 * this process. Linux only; one class binds all calls of the C library.
 */
@NullMarked
package dev.evokernel.cpu.containment;

import org.jspecify.annotations.NullMarked;
