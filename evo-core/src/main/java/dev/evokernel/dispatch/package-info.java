/**
 * Which configuration of a portfolio serves a shape, declared or not.
 *
 * <p>A {@link dev.evokernel.dispatch.DispatchRule} is a small decision tree. It asks {@link
 * dev.evokernel.dispatch.Question}s about {@link dev.evokernel.dispatch.Feature}s, which are
 * expressions over the shape's dimensions and facts, so that a program without this library can ask
 * them too. It is learnt from times of all configurations on some shapes; nothing here measures.
 */
@NullMarked
package dev.evokernel.dispatch;

import org.jspecify.annotations.NullMarked;
