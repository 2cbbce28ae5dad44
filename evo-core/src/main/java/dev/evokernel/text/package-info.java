/** Texts that evo writes for programs: command lines for a shell, and YAML. */
@NullMarked
package dev.evokernel.text;

import org.jspecify.annotations.NullMarked;
