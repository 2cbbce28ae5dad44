/**
 * Session and report of {@code evo doctor --self-test}.
 */
@NullMarked
package dev.evokernel.lab.selftest.session;

import org.jspecify.annotations.NullMarked;
