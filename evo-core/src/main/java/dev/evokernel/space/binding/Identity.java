package dev.evokernel.space.binding;

import dev.evokernel.kernel.space.Parameter;
import java.math.BigInteger;
import java.util.List;

/** Numbers the combinations of values; the choices are digits of a mixed radix. */
public final class Identity {

  private final int[] radix;

  public Identity(List<Parameter> parameters) {
    this.radix = parameters.stream().mapToInt(parameter -> parameter.values().size()).toArray();
  }

  /**
   * Number of the choices. Digits are collected in a long as far as possible, to create few big
   * integers.
   */
  public BigInteger of(int... choices) {
    BigInteger number = BigInteger.ZERO;
    long gathered = 0;
    long weight = 1;
    for (int p = 0; p < radix.length; p++) {
      if (Math.multiplyHigh(weight, radix[p]) != 0 || weight * radix[p] < 0) {
        number = joined(number, gathered, weight);
        gathered = 0;
        weight = 1;
      }
      gathered = gathered * radix[p] + choices[p];
      weight *= radix[p];
    }
    return joined(number, gathered, weight);
  }

  private static BigInteger joined(BigInteger number, long gathered, long weight) {
    BigInteger lower = BigInteger.valueOf(gathered);
    return number.signum() == 0 ? lower : number.multiply(BigInteger.valueOf(weight)).add(lower);
  }
}
