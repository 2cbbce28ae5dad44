package dev.evokernel.kernel.data;

import dev.evokernel.expr.Expression;

/**
 * Minimal work of one launch for the roofline, as expressions over the shape: floating-point
 * operations, and bytes moved if each input is read and each output is written once.
 */
public record Work(Expression flops, Expression bytes) {}
