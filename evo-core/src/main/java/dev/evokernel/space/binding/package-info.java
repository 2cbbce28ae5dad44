/**
 * Order in which parameters are bound, partial choices, and the conditions that constraints impose
 * on them.
 */
@NullMarked
package dev.evokernel.space.binding;

import org.jspecify.annotations.NullMarked;
