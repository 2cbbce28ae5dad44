/** The worker process: its main class, requests and measurements. */
@NullMarked
package dev.evokernel.worker.serve;

import org.jspecify.annotations.NullMarked;
