/**
 * Profiler, sanitizer and peak throughput of a device.
 */
@NullMarked
package dev.evokernel.backend.tool;

import org.jspecify.annotations.NullMarked;
