package dev.evokernel.cli.options;

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
      // Said below.
    }
    throw new TypeConversionException(
        "'" + text + "' is no share between 0 and 100 %. Write it like 2% or 0.02.");
  }

  /** The text that is read as this share. */
  public static String text(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }
}
