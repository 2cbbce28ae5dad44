package dev.evokernel.t1;

import module java.base;

/**
 * Translation of Python expressions to evo's expression language. The languages are nearly equal: a
 * tuple after {@code in} becomes a list, and {@code a if c else b} becomes {@code c ? a : b}.
 */
public final class PythonExpression {

  private static final int DEEPEST_NESTING = 100;

  private static final Pattern TUPLE = Pattern.compile("\\bin\\s*\\(");

  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|[A-Za-z_]\\w*|\\S");
  private static final Set<String> BEFORE = Set.of("", "(", "and", "or", "not");
  private static final Set<String> BEHIND = Set.of("", ")", "and", "or");

  private PythonExpression() {}

  /**
   * Translates a condition, in which a bare number is true unless it is 0.
   *
   * @param isNumber whether a name is that of a number
   * @throws PythonException if parentheses or quotes do not match, or nesting is too deep
   */
  public static String condition(String python, Predicate<String> isNumber) {
    List<MatchResult> words = WORD.matcher(python).results().toList();
    var condition = new StringBuilder();
    int from = 0;
    for (int i = 0; i < words.size(); i++) {
      String before = i == 0 ? "" : words.get(i - 1).group();
      String behind = i == words.size() - 1 ? "" : words.get(i + 1).group();
      boolean inBrackets = before.equals("(") && behind.equals(")");
      String word = words.get(i).group();
      if (BEFORE.contains(before)
          && BEHIND.contains(behind)
          && !inBrackets
          && isNumber.test(word)) {
        condition.append(python, from, words.get(i).start()).append('(').append(word);
        condition.append(" != 0)");
        from = words.get(i).end();
      }
    }
    return translated(condition.append(python.substring(from)).toString());
  }

  /**
   * Translates an expression.
   *
   * @throws PythonException if parentheses or quotes do not match, or nesting is too deep
   */
  public static String translated(String python) {
    requireFlat(python);
    return group(lists(python.strip()));
  }

  /** Bounds the nesting of texts that are read recursively. */
  static void requireFlat(String python) {
    int depth = 0;
    for (int at = 0; at < python.length(); at++) {
      char character = python.charAt(at);
      depth += "([{".indexOf(character) >= 0 ? 1 : ")]}".indexOf(character) >= 0 ? -1 : 0;
      if (depth > DEEPEST_NESTING) {
        throw new PythonException("nested deeper than %d levels".formatted(DEEPEST_NESTING));
      }
    }
    if (split(python, " if ").size() > DEEPEST_NESTING) {
      throw new PythonException("more than %d conditions in a row".formatted(DEEPEST_NESTING));
    }
  }

  /**
   * Splits a text at separators outside of brackets and quotes.
   *
   * @param separator a symbol, or a word with blanks around it
   */
  static List<String> split(String text, String separator) {
    var parts = new ArrayList<String>();
    int from = 0;
    for (int at = 0; at < text.length(); at = next(text, at)) {
      if (text.startsWith(separator, at)) {
        parts.add(text.substring(from, at));
        from = at + separator.length();
        at = from - 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  /** Position at which the bracket or quote that opens here is closed. */
  static int closing(String text, int open) {
    char opened = text.charAt(open);
    if (opened == '"' || opened == '\'') {
      int end = text.indexOf(opened, open + 1);
      if (end < 0) {
        throw new PythonException("a quote is not closed in '" + text + "'");
      }
      return end;
    }
    int at = open + 1;
    while (at < text.length() && ")]}".indexOf(text.charAt(at)) < 0) {
      at = next(text, at);
    }
    if (at == text.length()) {
      throw new PythonException("'" + opened + "' is not closed in '" + text + "'");
    }
    return at;
  }

  private static int next(String text, int at) {
    return "([{\"'".indexOf(text.charAt(at)) >= 0 ? closing(text, at) + 1 : at + 1;
  }

  private static String lists(String text) {
    var translated = new StringBuilder();
    int from = 0;
    Matcher tuple = TUPLE.matcher(text);
    while (tuple.find(from)) {
      int open = tuple.end() - 1;
      int end = closing(text, open);
      String elements = text.substring(open + 1, end).strip();
      translated
          .append(text, from, open)
          .append('[')
          .append(elements.endsWith(",") ? elements.substring(0, elements.length() - 1) : elements)
          .append(']');
      from = end + 1;
    }
    return translated.append(text.substring(from)).toString();
  }

  /** Translates the text inside of brackets, which may be several elements. */
  private static String group(String text) {
    List<String> elements = split(text, ",");
    return String.join(",", elements.stream().map(PythonExpression::conditional).toList());
  }

  private static String conditional(String text) {
    List<String> head = split(text, " if ");
    if (head.size() == 1) {
      return inner(text);
    }
    String rest = text.substring(head.getFirst().length() + " if ".length());
    List<String> tail = split(rest, " else ");
    if (tail.size() < 2) {
      throw new PythonException("'if' has no 'else' in '" + text.strip() + "'");
    }
    String otherwise = rest.substring(tail.getFirst().length() + " else ".length());
    return "((%s) ? (%s) : (%s))"
        .formatted(inner(tail.getFirst()), inner(head.getFirst()), conditional(otherwise));
  }

  /** Translates the contents of the brackets of a text. */
  private static String inner(String text) {
    var translated = new StringBuilder();
    for (int at = 0; at < text.length(); ) {
      char character = text.charAt(at);
      if (character == '(' || character == '[') {
        int end = closing(text, at);
        translated
            .append(character)
            .append(group(text.substring(at + 1, end)))
            .append(text.charAt(end));
        at = end + 1;
      } else {
        int end = next(text, at);
        translated.append(text, at, end);
        at = end;
      }
    }
    return translated.toString();
  }
}
