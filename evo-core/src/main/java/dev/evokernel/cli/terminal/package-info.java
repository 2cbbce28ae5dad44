/**
 * Terminal, desktop and news of a command, and converters of option values.
 */
@NullMarked
package dev.evokernel.cli.terminal;

import org.jspecify.annotations.NullMarked;
