/** The command {@code evo worker}: a host that starts worker processes for a coordinator. */
@NullMarked
package dev.evokernel.fleet.host;

import org.jspecify.annotations.NullMarked;
