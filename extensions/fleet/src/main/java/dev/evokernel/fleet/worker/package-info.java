/**
 * Worker on another host: joins a coordinator and evaluates what it sends, with processes of its
 * own.
 */
@NullMarked
package dev.evokernel.fleet.worker;

import org.jspecify.annotations.NullMarked;
