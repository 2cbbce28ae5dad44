package dev.evokernel.shipping;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of this package with places for text, written {@code @NAME@}; its name ends in {@code
 * .template}, since it is no program before they are filled.
 */
final class Template {

  private static final Pattern PLACE = Pattern.compile("@([A-Z_]+)@");

  private Template() {}

  /**
   * The file with a text in each place.
   *
   * @param resource its name without that ending
   * @throws IllegalArgumentException if it has a place for which there is none
   */
  static String filled(String resource, Map<String, String> texts) {
    return PLACE
        .matcher(read(resource + ".template"))
        .replaceAll(
            place -> {
              String text = texts.get(place.group(1));
              if (text == null) {
                throw new IllegalArgumentException(
                    "%s has a place for '%s', and there is no text for it."
                        .formatted(resource, place.group(1)));
              }
              return Matcher.quoteReplacement(text);
            });
  }

  static String read(String resource) {
    try (InputStream stream =
        Objects.requireNonNull(Template.class.getResourceAsStream(resource), resource)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
