/**
 * Commands that examine a kernel, a candidate or this machine, one in each file.
 */
@NullMarked
package dev.evokernel.cli.study;

import org.jspecify.annotations.NullMarked;
