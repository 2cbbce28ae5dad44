/**
 * Listeners of a run: progress, and metrics for Prometheus.
 */
@NullMarked
package dev.evokernel.run.listen;

import org.jspecify.annotations.NullMarked;
