/**
 * Commands and options of a fleet.
 */
@NullMarked
package dev.evokernel.fleet.command;

import org.jspecify.annotations.NullMarked;
