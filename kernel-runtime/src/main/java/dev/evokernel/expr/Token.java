package dev.evokernel.expr;

/**
 * A word of the language.
 *
 * @param text for symbols the canonical spelling ({@code &&} is {@code and}), for words what stands
 *     between the quotes
 * @param start offset of its first character
 * @param end offset after its last character
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
