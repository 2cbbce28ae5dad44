/** The worker process: its main class, its requests, and its measurements. */
@NullMarked
package dev.evokernel.worker.serve;

import org.jspecify.annotations.NullMarked;
