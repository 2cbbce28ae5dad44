package dev.evokernel.expr;

import module java.base;

final class Tokenizer {

  private static final Map<String, String> OPERATORS =
      Operator.values().stream()
          .filter(operator -> !operator.level().isCall())
          .flatMap(o -> o.spellings().stream().map(spelling -> Map.entry(spelling, o.symbol())))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, _) -> a));

  private static final Map<String, String> OTHERS =
      Map.of("!", "not", "True", "true", "False", "false");

  private static final Pattern TOKEN =
      Pattern.compile(
          """
          (?<space>\\s+)\
          |(?<number>(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?)\
          |(?<name>[A-Za-z_]\\w*(?:\\.[A-Za-z_]\\w*)*)\
          |(?<word>"[^"]*"|'[^']*')\
          |(?<symbol>%s[%s!?:,()\\[\\]])\
          """
              .formatted(symbols(true, "|"), symbols(false, "")));

  /** Suggestions for characters of other languages. */
  private static final Map<Character, String> MEANT =
      Map.of('=', "==", '&', "and", '|', "or", '^', "**", '{', "[", '}', "]");

  private final String text;
  private final Matcher matcher;
  private final List<Token> tokens = new ArrayList<>();

  private Tokenizer(String text) {
    this.text = text;
    this.matcher = TOKEN.matcher(text);
  }

  /** Splits the text into tokens; {@link Token.Kind#END} is the last. */
  static List<Token> tokens(String text) {
    return new Tokenizer(text).run();
  }

  private List<Token> run() {
    int at = 0;
    while (at < text.length()) {
      if (!matcher.region(at, text.length()).lookingAt()) {
        throw unreadable(at);
      }
      if (matcher.start("number") >= 0) {
        number(matcher.group());
      } else if (matcher.start("name") >= 0) {
        name(matcher.group());
      } else if (matcher.start("word") >= 0) {
        add(Token.Kind.WORD, text.substring(at + 1, matcher.end() - 1));
      } else if (matcher.start("symbol") >= 0) {
        add(Token.Kind.SYMBOL, canonical(matcher.group()));
      }
      at = matcher.end();
    }
    tokens.add(new Token(Token.Kind.END, "", at, at));
    return tokens;
  }

  private void number(String digits) {
    int end = matcher.end();
    if (end < text.length() && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
      throw new ExpressionException(
          text,
          matcher.start(),
          end + 1 - matcher.start(),
          "'" + digits + text.charAt(end) + "' is neither a number nor a name",
          "Write numbers like 16, 0.5 or 1e-3; names start with a letter.");
    }
    boolean whole = digits.chars().allMatch(Character::isDigit);
    add(whole ? Token.Kind.INTEGER : Token.Kind.REAL, digits);
  }

  private void name(String name) {
    String canonical = canonical(name);
    add(
        switch (canonical) {
          case "not", "in" -> Token.Kind.SYMBOL;
          case "true", "false" -> Token.Kind.TRUTH;
          default -> OPERATORS.containsKey(canonical) ? Token.Kind.SYMBOL : Token.Kind.NAME;
        },
        canonical);
  }

  private void add(Token.Kind kind, String canonical) {
    tokens.add(new Token(kind, canonical, matcher.start(), matcher.end()));
  }

  private static String canonical(String symbol) {
    return OPERATORS.getOrDefault(symbol, OTHERS.getOrDefault(symbol, symbol));
  }

  /** Pattern of the operators with one character or with several, longest first. */
  private static String symbols(boolean several, String end) {
    return OPERATORS.keySet().stream()
        .filter(symbol -> symbol.length() > 1 == several)
        .sorted(Comparator.comparingInt(String::length).reversed())
        .map(symbol -> Pattern.quote(symbol) + end)
        .collect(Collectors.joining());
  }

  private ExpressionException unreadable(int at) {
    char character = text.charAt(at);
    if (character == '"' || character == '\'') {
      return new ExpressionException(
          text, at, text.length() - at, "a word has no closing " + character, "");
    }
    String meant = MEANT.getOrDefault(character, "");
    return new ExpressionException(
        text,
        at,
        1,
        "unexpected '" + character + "'",
        meant.isEmpty() ? "" : "Maybe '" + meant + "'?");
  }
}
