/**
 * Certificates of a fleet.
 */
@NullMarked
package dev.evokernel.fleet.tls;

import org.jspecify.annotations.NullMarked;
