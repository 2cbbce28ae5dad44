/** Verification inside a worker, with a program of the kernel or with evo's comparison. */
@NullMarked
package dev.evokernel.worker.check;

import org.jspecify.annotations.NullMarked;
