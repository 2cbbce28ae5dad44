/** Child processes: start, output, time limits and exit. */
@NullMarked
package dev.evokernel.worker.tool;

import org.jspecify.annotations.NullMarked;
