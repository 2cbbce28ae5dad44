package dev.evokernel.store;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** Describes a JSON syntax error without the names of the parser's own settings. */
public final class JsonProblem {

  /** Matches a parenthesized remark about the parser's source, settings or character codes. */
  private static final Pattern INTERNAL =
      Pattern.compile("\\s*\\((?:start marker at \\[Source.*?\\]|set \\w+.*?|code \\d+[^)]*)\\)");

  private JsonProblem() {}

  /** The error with its position, for example {@code line 3, column 7: Unexpected character}. */
  public static String of(JacksonException exception) {
    String problem = INTERNAL.matcher(exception.getOriginalMessage()).replaceAll("");
    TokenStreamLocation at = exception.getLocation();
    return at == null || at.getLineNr() < 1
        ? problem
        : "line %d, column %d: %s".formatted(at.getLineNr(), at.getColumnNr(), problem);
  }
}
