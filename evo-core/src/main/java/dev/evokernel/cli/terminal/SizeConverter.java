package dev.evokernel.cli.terminal;

import dev.evokernel.config.options.Sizes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 256MiB} as bytes. */
public final class SizeConverter implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    try {
      long bytes = Sizes.parse(text);
      if (bytes > 0) {
        return bytes;
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      // Reported below.
    }
    throw new TypeConversionException("Invalid size '" + text + "'. Use 512MiB or 2GiB.");
  }
}
