package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.yaml.ShippedText;

/** Resource with the extension {@code .template} and placeholders {@code @NAME@}. */
final class Template {

  private static final Pattern PLACE = Pattern.compile("@([A-Z_]+)@");

  private Template() {}

  /**
   * Fills the placeholders of a template.
   *
   * @param resource the template's name without the extension
   * @throws IllegalArgumentException if a placeholder has no text
   */
  static String filled(String resource, Map<String, String> texts) {
    return PLACE
        .matcher(read(resource + ".template"))
        .replaceAll(
            place -> {
              String text = texts.get(place.group(1));
              if (text == null) {
                throw new IllegalArgumentException(
                    "%s has a placeholder '%s' without a text."
                        .formatted(resource, place.group(1)));
              }
              return Matcher.quoteReplacement(text);
            });
  }

  static String read(String resource) {
    return ShippedText.of(Template.class, resource);
  }
}
