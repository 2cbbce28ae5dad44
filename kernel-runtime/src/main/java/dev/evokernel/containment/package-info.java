/**
 * What a candidate that runs as machine code in this process may do to the process, and what it
 * leaves behind. A snapshot before it is loaded and a look after it is unloaded tell what has
 * changed. Linux only; every call of the C library is bound in one class.
 */
@NullMarked
package dev.evokernel.containment;

import org.jspecify.annotations.NullMarked;
