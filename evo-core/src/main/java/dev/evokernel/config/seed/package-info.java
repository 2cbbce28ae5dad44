/**
 * Initial configurations of a job: read from files, lines and earlier runs, and checked against
 * the kernel.
 */
@NullMarked
package dev.evokernel.config.seed;

import org.jspecify.annotations.NullMarked;
