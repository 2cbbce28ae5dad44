/** Messages between a coordinator and a host, and the files of a kernel that travel to hosts. */
@NullMarked
package dev.evokernel.fleet.wire;

import org.jspecify.annotations.NullMarked;
