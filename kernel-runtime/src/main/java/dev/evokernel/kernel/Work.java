package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;

/**
 * The minimal work of one launch: the roofline's two numbers, as expressions over the shape.
 *
 * @param flops floating-point operations
 * @param bytes bytes moved between memory and the device, each input read and each output written
 *     once
 */
public record Work(Expression flops, Expression bytes) {}
