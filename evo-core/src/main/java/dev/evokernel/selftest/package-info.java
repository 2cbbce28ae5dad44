/**
 * The fault table: everything that is known to go wrong in a night, provoked on purpose.
 *
 * <p>A {@link dev.evokernel.selftest.SelfTest} runs real jobs on the kernel that ships with evo, in
 * a results folder of its own. An {@code Ordeal} takes the place of the search and proposes one
 * faulty candidate after the other, each followed by a healthy one; a {@code Saboteur} does from
 * outside what no candidate can do by itself. What came of it is read back from the store.
 */
@NullMarked
package dev.evokernel.selftest;

import org.jspecify.annotations.NullMarked;
