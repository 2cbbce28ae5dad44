package dev.evokernel.store;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** What is wrong with a text that is no JSON, without the names of the parser's own settings. */
public final class JsonProblem {

  /** A remark in brackets that is about the parser's own source, settings or character codes. */
  private static final Pattern INTERNAL =
      Pattern.compile("\\s*\\((?:start marker at \\[Source.*?\\]|set \\w+.*?|code \\d+[^)]*)\\)");

  private JsonProblem() {}

  /** For example {@code line 3, column 7: Unexpected character ('}'): was expecting a value}. */
  public static String of(JacksonException exception) {
    String problem = INTERNAL.matcher(exception.getOriginalMessage()).replaceAll("");
    TokenStreamLocation at = exception.getLocation();
    return at == null || at.getLineNr() < 1
        ? problem
        : "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), problem);
  }
}
