/**
 * Devices of other hosts for a run: the coordinator has a message broker embedded in it, and a
 * worker on another host connects to it, works with processes of its own as a run on that host
 * would, and answers.
 *
 * <p>Only this package imports the broker, and only its classes that a fleet starts load it.
 */
@NullMarked
package dev.evokernel.fleet;

import org.jspecify.annotations.NullMarked;
