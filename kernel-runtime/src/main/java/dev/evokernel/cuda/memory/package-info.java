/**
 * Device memory: buffers and their guards, and requirements of a launch.
 */
@NullMarked
package dev.evokernel.cuda.memory;

import org.jspecify.annotations.NullMarked;
