/**
 * Commands on recorded results, one in each file.
 */
@NullMarked
package dev.evokernel.cli.results;

import org.jspecify.annotations.NullMarked;
