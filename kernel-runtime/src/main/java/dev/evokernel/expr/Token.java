package dev.evokernel.expr;

/**
 * Token of an expression.
 *
 * @param text canonical spelling of a symbol ({@code &&} is {@code and}); a word without quotes
 * @param start offset of the first character
 * @param end offset after the last character
 */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    INTEGER,
    REAL,
    TRUTH,
    WORD,
    NAME,
    SYMBOL,
    END
  }

  boolean is(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }
}
