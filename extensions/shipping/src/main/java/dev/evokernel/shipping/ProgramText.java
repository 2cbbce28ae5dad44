package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.ShippedText;

/**
 * Texts of generated programs: a kernel's names as identifiers and literals of C, C++ and Python,
 * and resources with the extension {@code .template} and placeholders {@code @NAME@}.
 */
final class ProgramText {

  /** Keywords of C, C++ and Python, and parameter names of the launchers. */
  private static final Set<String> RESERVED =
      Set.of(
          ("alignas alignof asm catch class compl concept consteval constexpr constinit const_cast"
                  + " co_await co_return co_yield decltype delete dynamic_cast explicit export friend"
                  + " mutable namespace new noexcept nullptr operator private protected public"
                  + " reinterpret_cast requires static_assert static_cast template this thread_local"
                  + " throw try typeid typename using virtual wchar_t xor and_eq or_eq not_eq bitand"
                  + " bitor I NULL as assert async await def del elif except finally from global"
                  + " import is lambda None nonlocal pass raise with yield self stream device folder"
                  + " and or not in if else for while do break continue return switch case default"
                  + " goto auto bool char const double enum extern float inline int long register"
                  + " restrict short signed sizeof static struct typedef union unsigned void volatile"
                  + " True False true false")
              .split(" ", -1));

  private static final Pattern PLACE = Pattern.compile("@([A-Z_]+)@");

  private ProgramText() {}

  /** Identifier that is a keyword in none of the three languages. */
  static String name(String name) {
    return RESERVED.contains(name) ? name + "_" : name;
  }

  /** String literal that is valid in all three languages, on one line. */
  static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    char before = ' ';
    for (char letter : Printable.line(text).toCharArray()) {
      if (letter == '"' || letter == '\\') {
        quoted.append('\\');
      }
      // Two question marks can begin a trigraph in C.
      quoted.append(letter == '?' && before == '?' ? "\\077" : String.valueOf(letter));
      before = letter;
    }
    return quoted.append('"').toString();
  }

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
    return ShippedText.of(ProgramText.class, resource);
  }
}
