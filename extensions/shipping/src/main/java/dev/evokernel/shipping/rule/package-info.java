/**
 * Dispatch rules, which choose a configuration of a portfolio for any shape.
 *
 * <p>A {@link dev.evokernel.shipping.rule.DispatchRule} is a small decision tree. Its {@link
 * dev.evokernel.shipping.rule.Question}s test numbers, expressions over the shape's dimensions and
 * facts that generated programs can evaluate. Rules are learnt from times of all configurations on
 * some shapes; this package measures nothing.
 */
@NullMarked
package dev.evokernel.shipping.rule;

import org.jspecify.annotations.NullMarked;
