/**
 * Worker on another host, which joins a coordinator and evaluates configurations in its own
 * processes.
 */
@NullMarked
package dev.evokernel.fleet.worker;

import org.jspecify.annotations.NullMarked;
