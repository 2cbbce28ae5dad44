package dev.evokernel.cli;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 2%} and {@code 0.02} as a share. */
public final class PercentConverter implements ITypeConverter<Double> {

  @Override
  public Double convert(String text) {
    String number = text.strip();
    boolean percent = number.endsWith("%");
    try {
      double value =
          Double.parseDouble(percent ? number.substring(0, number.length() - 1) : number);
      double share = percent ? value / 100 : value;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new TypeConversionException(
        "Invalid share '" + text + "'. Use a value between 0 and 100 %, such as 2% or 0.02.");
  }

  /** Text that converts to this share. */
  public static String text(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }
}
