/** Builds of binaries by a program of the kernel. */
@NullMarked
package dev.evokernel.worker.build;

import org.jspecify.annotations.NullMarked;
