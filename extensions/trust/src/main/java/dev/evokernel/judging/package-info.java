/** Verification of outputs by a program of the kernel in place of a comparison with a reference. */
@NullMarked
package dev.evokernel.judging;

import org.jspecify.annotations.NullMarked;
