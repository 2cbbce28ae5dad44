package dev.evokernel.cli;

import dev.evokernel.text.Durations;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90s}, {@code 3m}, {@code 1h30m}. */
public class TimeConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      Duration time = Durations.parse(text);
      if (Durations.parse(Durations.text(time)).equals(time)) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // Reported below.
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + ".");
    }
    throw new TypeConversionException("Invalid duration '" + text + "'. Use 90s, 3m or 1h30m.");
  }
}
