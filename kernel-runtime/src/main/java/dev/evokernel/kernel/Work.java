package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.Optional;

/**
 * Minimal work of one unit for the roofline, as expressions over the shape: floating-point
 * operations, and bytes moved if each input is read and each output is written once.
 *
 * @param per units that a launch does, over the shape and the parameters; empty for 1
 */
public record Work(Expression flops, Expression bytes, Optional<Expression> per) {}
