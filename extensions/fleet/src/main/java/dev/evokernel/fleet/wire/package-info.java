/**
 * Messages of a fleet and their transport.
 */
@NullMarked
package dev.evokernel.fleet.wire;

import org.jspecify.annotations.NullMarked;
