/** Cost of the coordinator in a long run with many devices. */
@NullMarked
package dev.evokernel.fleet.scale;

import org.jspecify.annotations.NullMarked;
